(namespace_definition name: (_) @name) @definition.namespace
(class_specifier name: (_) @name body: (_) @body) @definition.class
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @super.extends)) @definition.class
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @super.extends)) @definition.struct
(class_specifier name: (qualified_identifier scope: (_) @owner name: (_) @name) body: (_)) @definition.class
(struct_specifier name: (qualified_identifier scope: (_) @owner name: (_) @name) body: (_)) @definition.struct
(alias_declaration name: (_) @name type: (_) @type) @definition.type_alias
(concept_definition name: (_) @name) @definition.type_alias

(function_definition declarator: (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @definition.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters))) @definition.method
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (field_identifier) @name parameters: (_) @parameters)))) @definition.method
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name) parameters: (_) @parameters)))) @definition.method
(function_definition declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier) (operator_name)] @name parameters: (_) @parameters))) @definition.function
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: [(identifier) (destructor_name) (operator_name) (template_function)] @name) parameters: (_) @parameters)) @definition.method
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name) parameters: (_) @parameters))) @definition.method
(function_definition declarator: (reference_declarator (function_declarator declarator: (qualified_identifier scope: (_) @owner name: (_) @name) parameters: (_) @parameters))) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (_) name: (qualified_identifier scope: (_) @owner name: (_) @name)) parameters: (_) @parameters)) @definition.method
(function_definition declarator: (operator_cast) @name) @definition.method @tag.conversion
(function_definition declarator: (qualified_identifier scope: (_) @owner name: (operator_cast) @name)) @definition.method @tag.conversion
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name parameters: (_) @parameters)) @definition.method @tag.prototype
(declaration declarator: (function_declarator declarator: (destructor_name) @name parameters: (_) @parameters)) @definition.method @tag.prototype

(template_declaration (function_definition) @definition.function) @outer
(friend_declaration (function_definition) @definition.function) @outer
(template_declaration (friend_declaration (function_definition) @definition.function)) @outer
(template_declaration (template_declaration (function_definition) @definition.function)) @outer
(linkage_specification body: (function_definition) @definition.function) @outer
(template_declaration (class_specifier) @definition.class) @outer
(template_declaration (struct_specifier) @definition.struct) @outer
(template_declaration (alias_declaration) @definition.type_alias) @outer
(template_declaration (concept_definition) @definition.type_alias) @outer

(attribute name: (_) @name (argument_list)? @arguments) @decorator

(using_declaration "namespace" [(identifier) (qualified_identifier)] @module @scope) @import.import
(using_declaration (qualified_identifier scope: (_) @module name: (_) @name)) @import.import

(for_range_loop type: (_) @type declarator: [(identifier) @name (reference_declarator (identifier) @name)] right: (_) @value) @binding.for
(declaration type: (_) @type declarator: (init_declarator declarator: (reference_declarator (identifier) @name) value: (_) @value)) @binding.assign
(assignment_expression left: (field_expression argument: (this) @receiver field: (_) @name) right: (_) @value) @binding.assign

(call_expression function: (qualified_identifier scope: (_) @receiver name: (identifier) @reference.call) arguments: (_) @arguments)
(call_expression function: (qualified_identifier scope: (_) @receiver name: (template_function name: (identifier) @reference.call)) arguments: (_) @arguments)
(call_expression function: (template_function name: (identifier) @reference.call) arguments: (_) @arguments)
(new_expression type: (type_identifier) @reference.new arguments: (_)? @arguments)
(throw_statement (call_expression function: (identifier) @reference.throw))
[(lambda_expression) (for_range_loop) (catch_clause)] @block
