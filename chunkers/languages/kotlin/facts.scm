[(line_comment) (multiline_comment)] @comment
(package_header (identifier) @package)

(class_declaration "class" (type_identifier) @name (class_body)? @body) @definition.class
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "enum" "class" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(companion_object "companion" @name (class_body)? @body) @definition.class
(class_declaration (delegation_specifier [(user_type) (constructor_invocation (user_type))] @super.extends)) @definition.class
(object_declaration (delegation_specifier [(user_type) (constructor_invocation (user_type))] @super.extends)) @definition.class
(type_alias (type_identifier) @name) @definition.type_alias

(function_declaration (simple_identifier) @name (function_value_parameters) @parameters) @definition.function
(function_declaration (function_body) @body) @definition.function
(function_declaration (function_value_parameters) . [(user_type) (nullable_type) (function_type)] @returns) @definition.function
(function_declaration receiver: (_) @owner (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name (function_value_parameters) @parameters (statements)? @body) @definition.constructor
(anonymous_initializer (statements)? @body) @definition.method @tag.initializer

(class_body (property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)]? @type)) @definition.field)
(source_file (property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)]? @type)) @definition.variable)
(class_parameter (binding_pattern_kind) (simple_identifier) @name [(user_type) (nullable_type)]? @type) @definition.field
(enum_entry (simple_identifier) @name (class_body)? @body) @definition.enum_member

(annotation (user_type) @name) @decorator
(annotation (constructor_invocation (user_type) @name (value_arguments) @arguments)) @decorator

(import_header (identifier) @module) @import.import
(import_header (identifier) @module (import_alias (type_identifier) @alias)) @import.import
(import_header (identifier) @module (wildcard_import) @scope) @import.import

(statements (property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)]? @type) (_)? @value)) @binding.assign
(for_statement (variable_declaration (simple_identifier) @name) (_) @value) @binding.for
(catch_block (simple_identifier) @name (user_type) @type) @binding.catch
(lambda_parameters (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)]? @type)) @binding.param

(call_expression (simple_identifier) @reference.call (call_suffix (value_arguments)? @arguments))
(call_expression (navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @reference.call)) (call_suffix (value_arguments)? @arguments))
(user_type (type_identifier) @reference.type)
(navigation_expression (_) @receiver (navigation_suffix (simple_identifier) @reference.read))
(value_argument (simple_identifier) @reference.value .)
[(function_body) (lambda_literal) (control_structure_body) (catch_block)] @block
