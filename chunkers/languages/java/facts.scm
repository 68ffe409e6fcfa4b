[(line_comment) (block_comment)] @comment
(package_declaration [(scoped_identifier) (identifier)] @package)

; types
(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(record_declaration name: (_) @name) @definition.record
(annotation_type_declaration name: (_) @name) @definition.annotation_type
(object_creation_expression type: (_) @name (class_body) @body) @definition.class @tag.anonymous
(class_declaration superclass: (superclass (_) @super.extends)) @definition.class
(class_declaration interfaces: (super_interfaces (type_list (_) @super.implements))) @definition.class
(enum_declaration interfaces: (super_interfaces (type_list (_) @super.implements))) @definition.enum
(record_declaration interfaces: (super_interfaces (type_list (_) @super.implements))) @definition.record
(interface_declaration (extends_interfaces (type_list (_) @super.extends))) @definition.interface
(object_creation_expression type: (_) @super.extends (class_body)) @definition.class

; callables
(method_declaration name: (_) @name) @definition.method
(constructor_declaration name: (_) @name) @definition.constructor
(compact_constructor_declaration name: (_) @name) @definition.constructor
(annotation_type_element_declaration name: (_) @name) @definition.method
(static_initializer (block) @body) @definition.method @tag.initializer @tag.static
(class_body (block) @definition.method @tag.initializer)
(enum_body_declarations (block) @definition.method @tag.initializer)

; values
(field_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value) @definition.field) @outer
(constant_declaration type: (_) @type declarator: (variable_declarator name: (_) @name value: (_)? @value) @definition.constant) @outer
(enum_constant name: (_) @name) @definition.enum_member
(module_declaration name: (_) @name) @definition.package

; annotations
(marker_annotation name: (_) @name) @decorator
(annotation name: (_) @name arguments: (_) @arguments) @decorator

; imports
(import_declaration . (scoped_identifier scope: (_) @module name: (_) @name) .) @import.import
(import_declaration . (scoped_identifier) @module (asterisk) @scope) @import.import
(import_declaration . "import" "static" (scoped_identifier scope: (_) @module name: (_) @name) .) @import.static
(import_declaration . "import" "static" (scoped_identifier) @module (asterisk) @scope) @import.static

; bindings
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @binding.assign
(enhanced_for_statement type: (_) @type name: (_) @name value: (_) @value) @binding.for
(resource type: (_) @type name: (_) @name value: (_) @value) @binding.with
(catch_formal_parameter (catch_type) @type name: (_) @name) @binding.catch
(instanceof_expression right: (_) @type name: (identifier) @name) @binding.pattern
(type_pattern . (_) @type (identifier) @name) @binding.pattern
(record_pattern_component . (_) @type (identifier) @name) @binding.pattern
(lambda_expression parameters: [(identifier) @name (inferred_parameters (identifier) @name)]) @binding.param
(lambda_expression parameters: (formal_parameters (formal_parameter type: (_) @type name: (_) @name))) @binding.param
(assignment_expression left: (field_access object: (this) @receiver field: (_) @name) right: (_) @value) @binding.assign

; uses
(method_invocation !object name: (_) @reference.call arguments: (_) @arguments)
(method_invocation object: (_) @receiver name: (_) @reference.call arguments: (_) @arguments)
(object_creation_expression type: (type_identifier) @reference.new arguments: (_) @arguments)
(object_creation_expression type: (generic_type . (type_identifier) @reference.new) arguments: (_) @arguments)
(object_creation_expression type: (scoped_type_identifier (_) @receiver (type_identifier) @reference.new .) arguments: (_) @arguments)
(object_creation_expression type: (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @reference.new .)) arguments: (_) @arguments)
(explicit_constructor_invocation constructor: [(super) (this)] @reference.super_call arguments: (_) @arguments)
(method_reference . (_) @receiver [(identifier) "new"] @reference.value .)
(type_identifier) @reference.type
(throw_statement (object_creation_expression type: (type_identifier) @reference.throw))
(field_access object: (_) @receiver field: (identifier) @reference.read)
(assignment_expression left: (field_access object: (_) @receiver field: (identifier) @reference.write))
(assignment_expression left: (identifier) @reference.write)
(element_value_pair value: (identifier) @reference.value)
(annotation_argument_list (identifier) @reference.value)

; what ends the life of a local name
[(block) (lambda_expression) (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause) (switch_block_statement_group) (switch_rule)] @block
