(comment) @comment
(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @package)

(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(struct_declaration name: (_) @name) @definition.struct
(record_declaration name: (_) @name) @definition.record
(enum_declaration name: (_) @name) @definition.enum
(delegate_declaration name: (_) @name) @definition.type_alias
(class_declaration (base_list (_) @super.extends)) @definition.class
(interface_declaration (base_list (_) @super.extends)) @definition.interface
(struct_declaration (base_list (_) @super.implements)) @definition.struct
(record_declaration (base_list (_) @super.extends)) @definition.record

(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(destructor_declaration name: (_) @name) @definition.method @tag.destructor
(local_function_statement name: (_) @name type: (_)? @returns) @definition.function
(operator_declaration operator: _ @name) @definition.method @tag.operator
(conversion_operator_declaration type: (_) @name) @definition.method @tag.operator
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (_) @body) @definition.property
(event_declaration name: (_) @name accessors: (_) @body) @definition.property
(property_declaration type: (_) @type name: (_) @name) @definition.property
(property_declaration accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
(property_declaration type: (_) @type name: (_) @name value: (arrow_expression_clause) @body) @definition.property

(field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name (_)? @value) @definition.field)) @outer
(event_field_declaration (variable_declaration type: (_) @type (variable_declarator name: (_) @name) @definition.field)) @outer
(enum_member_declaration name: (_) @name) @definition.enum_member

(attribute name: (_) @name (attribute_argument_list)? @arguments) @decorator

(using_directive [(identifier) (qualified_name)] @module) @import.import
(using_directive name: (identifier) @alias (qualified_name) @module) @import.import

(local_declaration_statement (variable_declaration type: (_) @type (variable_declarator name: (_) @name (_)? @value))) @binding.assign
(foreach_statement type: (_) @type left: (identifier) @name right: (_) @value) @binding.for
(catch_declaration type: (_) @type name: (_) @name) @binding.catch
(declaration_pattern type: (_) @type name: (identifier) @name) @binding.pattern
(lambda_expression parameters: (implicit_parameter) @name) @binding.param
(assignment_expression left: (member_access_expression expression: "this" @receiver name: (_) @name) right: (_) @value) @binding.assign

(invocation_expression function: (identifier) @reference.call arguments: (_) @arguments)
(invocation_expression function: (generic_name (identifier) @reference.call) arguments: (_) @arguments)
(invocation_expression function: (member_access_expression expression: (_) @receiver name: (identifier) @reference.call) arguments: (_) @arguments)
(invocation_expression function: (member_access_expression expression: (_) @receiver name: (generic_name (identifier) @reference.call)) arguments: (_) @arguments)
(invocation_expression function: (conditional_access_expression condition: (_) @receiver (member_binding_expression name: (identifier) @reference.call)) arguments: (_) @arguments)
(object_creation_expression type: (identifier) @reference.new arguments: (_)? @arguments)
(object_creation_expression type: (generic_name (identifier) @reference.new) arguments: (_)? @arguments)
(constructor_initializer ["base" "this"] @reference.super_call (argument_list) @arguments)
(variable_declaration type: (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(property_declaration type: (identifier) @reference.type)
(base_list (identifier) @reference.type)
(generic_name (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(member_access_expression expression: (_) @receiver name: (identifier) @reference.read)
(argument (identifier) @reference.value)
(throw_statement (object_creation_expression type: (identifier) @reference.throw))

; what ends the life of a local name
[(block) (lambda_expression) (for_statement) (foreach_statement) (catch_clause)] @block
((element_access_expression expression: (identifier) @receiver subscript: (bracketed_argument_list (argument (string_literal (string_literal_content) @reference.read)))) (#match? @receiver "[cC]onfig"))
