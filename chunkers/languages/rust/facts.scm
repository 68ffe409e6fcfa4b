[(line_comment) (block_comment)] @comment

(struct_item name: (_) @name) @definition.struct
(union_item name: (_) @name) @definition.struct
(enum_item name: (_) @name) @definition.enum
(trait_item name: (_) @name) @definition.trait
(type_item name: (_) @name type: (_) @type) @definition.type_alias
(impl_item type: [(type_identifier) @name (primitive_type) @name (generic_type type: (type_identifier) @name) (scoped_type_identifier name: (_) @name) (generic_type type: (scoped_type_identifier name: (_) @name)) (reference_type type: (type_identifier) @name)]) @definition.class @tag.extension
(impl_item trait: (_) @super.implements) @definition.class
(trait_item bounds: (trait_bounds (_) @super.extends)) @definition.trait
(mod_item name: (_) @name body: (_)) @definition.namespace
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @definition.function
(macro_definition name: (_) @name) @definition.function
(source_file (const_item name: (_) @name type: (_) @type value: (_)? @value) @definition.constant)
(source_file (static_item name: (_) @name type: (_) @type value: (_)? @value) @definition.variable)
(field_declaration name: (_) @name type: (_) @type) @definition.field
(enum_variant name: (_) @name) @definition.enum_member

(attribute_item (attribute [(identifier) (scoped_identifier)] @name arguments: (token_tree)? @arguments)) @decorator

(use_declaration argument: (identifier) @module) @import.import
(use_declaration argument: (scoped_identifier path: (_) @module name: (_) @name)) @import.import
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name) alias: (_) @alias)) @import.import
(use_declaration argument: (use_wildcard (_) @module) @scope) @import.import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier)] @name))) @import.import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (use_as_clause path: (_) @name alias: (_) @alias)))) @import.import
(use_declaration argument: (scoped_use_list path: (_) @owner list: (use_list (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier)] @name))))) @import.import
(use_declaration argument: (scoped_use_list path: (_) @owner list: (use_list (scoped_use_list path: (_) @module list: (use_list (use_as_clause path: (_) @name alias: (_) @alias)))))) @import.import
(use_declaration argument: (scoped_use_list path: (_) @owner list: (use_list (use_wildcard (_) @module) @scope))) @import.import
(use_declaration argument: (scoped_use_list path: (_) @owner list: (use_list (scoped_use_list path: (_) @owner list: (use_list (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier)] @name))))))) @import.import
(extern_crate_declaration name: (_) @module) @import.import
(mod_item name: (_) @module !body) @import.include

(let_declaration pattern: (identifier) @name type: (_)? @type value: (_)? @value) @binding.assign
(let_declaration pattern: (mut_pattern (identifier) @name) type: (_)? @type value: (_)? @value) @binding.assign
(let_declaration pattern: (tuple_pattern (identifier) @name) value: (_) @value) @binding.unpack
(for_expression pattern: (identifier) @name value: (_) @value) @binding.for
(closure_parameters (identifier) @name) @binding.param

(call_expression function: (identifier) @reference.call arguments: (_) @arguments)
(call_expression function: (field_expression value: (_) @receiver field: (_) @reference.call) arguments: (_) @arguments)
(call_expression function: (scoped_identifier path: (_)? @receiver name: (_) @reference.call) arguments: (_) @arguments)
(call_expression function: (generic_function function: (identifier) @reference.call) arguments: (_) @arguments)
(call_expression function: (generic_function function: (scoped_identifier path: (_) @receiver name: (_) @reference.call)) arguments: (_) @arguments)
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (_) @reference.call)) arguments: (_) @arguments)
(macro_invocation macro: (identifier) @reference.call)
(struct_expression name: (type_identifier) @reference.new body: (_) @arguments)
(type_identifier) @reference.type
(field_expression value: (_) @receiver field: (_) @reference.read)
(arguments (identifier) @reference.value)

; what ends the life of a local name
[(block) (closure_expression) (match_arm) (for_expression)] @block
