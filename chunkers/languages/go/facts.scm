(comment) @comment
(package_clause (package_identifier) @package)

; types
(type_spec name: (_) @name type: (struct_type (_) @body)) @definition.struct
(type_spec name: (_) @name type: (interface_type) @body) @definition.interface
(type_spec name: (_) @name type: [(function_type) (type_identifier) (qualified_type) (map_type) (slice_type) (array_type) (channel_type) (pointer_type) (generic_type)] @type) @definition.type_alias
(type_alias name: (_) @name type: (_) @type) @definition.type_alias
(type_declaration "type" . (type_spec type: (struct_type)) @definition.struct .) @outer
(type_declaration "type" . (type_spec type: (interface_type)) @definition.interface .) @outer
(type_declaration "type" . (type_spec type: [(function_type) (type_identifier) (qualified_type) (map_type) (slice_type) (array_type) (channel_type) (pointer_type) (generic_type)]) @definition.type_alias .) @outer
(type_declaration "type" . (type_alias) @definition.type_alias .) @outer
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: (_) @super.embeds)))) @definition.struct
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @super.embeds .))) @definition.interface

; callables
(function_declaration name: (_) @name) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @owner (pointer_type (type_identifier) @owner) (generic_type type: (type_identifier) @owner) (pointer_type (generic_type type: (type_identifier) @owner)) (parenthesized_type (pointer_type (type_identifier) @owner))])) name: (_) @name) @definition.method
(interface_type (method_elem name: (_) @name) @definition.method)

; values
(field_declaration name: (_) @name @definition.field type: (_) @type) @outer
(source_file (const_declaration (const_spec name: (identifier) @name @definition.constant type: (_)? @type value: (_)? @value)))

; imports
(import_spec !name path: (_) @module) @import.import
(import_spec name: [(package_identifier) (blank_identifier)] @alias path: (_) @module) @import.import
(import_spec name: (dot) @scope path: (_) @module) @import.import

; bindings
(short_var_declaration left: (expression_list . (identifier) @name .) right: (expression_list . (_) @value .)) @binding.assign
(short_var_declaration left: (expression_list (identifier) @name . (identifier)) right: (expression_list . (_) @value .)) @binding.unpack
(short_var_declaration left: (expression_list (identifier) . (identifier) @name) right: (expression_list . (_) @value .)) @binding.unpack
(short_var_declaration left: (expression_list (identifier) @name)) @binding.assign
(var_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value .)?) @binding.assign
(var_spec name: (identifier) @name type: (_)? @type value: (expression_list (_) (_))) @binding.assign
(const_spec name: (identifier) @name type: (_)? @type value: (expression_list . (_) @value .)?) @binding.assign
(range_clause left: (expression_list (identifier) @name) right: (_) @value) @binding.for
(type_switch_statement alias: (expression_list (identifier) @name) value: (_) @value) @binding.pattern
(method_declaration receiver: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))) @binding.param
(func_literal parameters: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))) @binding.param
(function_declaration result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))) @binding.assign
(method_declaration result: (parameter_list (parameter_declaration name: (identifier) @name type: (_) @type))) @binding.assign
(receive_statement left: (expression_list (identifier) @name) right: (_) @value) @binding.unpack

; uses
(call_expression function: (identifier) @reference.call arguments: (_) @arguments)
(call_expression function: (selector_expression operand: (_) @receiver field: (_) @reference.call) arguments: (_) @arguments)
(call_expression function: (type_instantiation_expression type: (type_identifier) @reference.call) arguments: (_) @arguments)
(call_expression function: (index_expression operand: (identifier) @reference.call) arguments: (_) @arguments)
(type_conversion_expression type: (generic_type type: (type_identifier) @reference.call))
(composite_literal type: (type_identifier) @reference.new body: (_) @arguments)
(composite_literal type: (generic_type type: (type_identifier) @reference.new) body: (_) @arguments)
(composite_literal type: (qualified_type package: (_) @receiver name: (_) @reference.new) body: (_) @arguments)
(qualified_type package: (_) @receiver name: (_) @reference.type)
(type_identifier) @reference.type
(selector_expression operand: (_) @receiver field: (_) @reference.read)
(assignment_statement left: (expression_list (selector_expression operand: (_) @receiver field: (_) @reference.write)))
(argument_list (identifier) @reference.value)
(keyed_element value: (literal_element (identifier) @reference.value))
(literal_value (literal_element (identifier) @reference.value))
(return_statement (expression_list (identifier) @reference.value))
(expression_list (identifier) @reference.value)

; what ends the life of a local name
[(block) (func_literal) (if_statement) (for_statement) (expression_case) (type_case) (default_case) (communication_case) (type_switch_statement)] @block
(return_statement (expression_list . (interpreted_string_literal) @value @name .)) @binding.return
