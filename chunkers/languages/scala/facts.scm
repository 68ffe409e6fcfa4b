[(comment) (block_comment)] @comment
(package_clause name: (_) @package)

(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class @tag.companion
(package_object name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.trait
(enum_definition name: (_) @name) @definition.enum
(class_definition extend: (extends_clause type: (_) @super.extends)) @definition.class
(object_definition extend: (extends_clause type: (_) @super.extends)) @definition.class
(trait_definition extend: (extends_clause type: (_) @super.extends)) @definition.trait
(type_definition name: (_) @name type: (_)? @type) @definition.type_alias
(given_definition name: (_) @name body: (with_template_body) @body) @definition.class

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(template_body (val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.field)
(template_body (var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable)
(class_parameters (class_parameter name: (_) @name type: (_) @type) @definition.field)
(simple_enum_case name: (_) @name) @definition.enum_member
(full_enum_case name: (_) @name) @definition.enum_member

(annotation name: (_) @name arguments: (_)? @arguments) @decorator

(import_declaration ["import" ","] . path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (namespace_selectors (identifier) @name)) @import.import
(import_declaration ["import" ","] . path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (namespace_selectors [
  (arrow_renamed_identifier name: (_) @name alias: (_) @alias)
  (as_renamed_identifier name: (_) @name alias: (_) @alias)
])) @import.import
(import_declaration ["import" ","] . path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (namespace_wildcard) @scope) @import.import
(import_declaration ["import" ","] . path: (identifier) @module . ("." . path: (identifier) @module)* . "." . (namespace_selectors (namespace_wildcard) @scope)) @import.import
(import_declaration ["import" ","] . path: (identifier) @module . ("." . path: (identifier) @module)* . "." . path: (identifier) @name . ",") @import.import
(import_declaration ["import" ","] . path: (identifier) @module . ("." . path: (identifier) @module)* . "." . path: (identifier) @name .) @import.import
(import_declaration ["import" ","] . path: (identifier) @name . [","]) @import.import
(import_declaration "import" . path: (identifier) @name .) @import.import

(block (val_definition pattern: (identifier) @name type: (_)? @type value: (_) @value)) @binding.assign
(block (var_definition pattern: (identifier) @name type: (_)? @type value: (_) @value)) @binding.assign
(enumerator . (identifier) @name (_) @value) @binding.for
(binding name: (_) @name type: (_)? @type) @binding.param
(typed_pattern pattern: (identifier) @name type: (_) @type) @binding.pattern

(call_expression function: (identifier) @reference.call arguments: (_) @arguments)
(call_expression function: (field_expression value: (_) @receiver field: (_) @reference.call) arguments: (_) @arguments)
(call_expression function: (generic_function function: (identifier) @reference.call) arguments: (_) @arguments)
(instance_expression (type_identifier) @reference.new (arguments)? @arguments)
(type_identifier) @reference.type
(field_expression value: (_) @receiver field: (_) @reference.read)
(arguments (identifier) @reference.value)
[(block) (lambda_expression) (for_expression) (case_clause)] @block
