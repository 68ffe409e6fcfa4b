[(comment) (multiline_comment)] @comment

(class_declaration declaration_kind: "class" name: (_) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (_) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (_) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (_) @name) @definition.enum
(class_declaration declaration_kind: "extension" name: (_) @name) @definition.class @tag.extension
(protocol_declaration name: (_) @name) @definition.interface
(class_declaration (inheritance_specifier inherits_from: (_) @super.extends)) @definition.class
(protocol_declaration (inheritance_specifier inherits_from: (_) @super.extends)) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type_alias

(function_declaration name: [(simple_identifier) (custom_operator)] @name body: (_)) @definition.function @parameters
(function_declaration name: ["==" "!=" "<" ">" "<=" ">=" "===" "!==" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "%=" "&" "|" "^" "~" "<<" ">>" "++" "--" (bang)] @name body: (_)) @definition.function @parameters
(protocol_function_declaration name: (simple_identifier) @name) @definition.method @parameters
(init_declaration "init" @name) @definition.constructor @parameters
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.property
(property_declaration name: (pattern bound_identifier: (_) @name) computed_value: (_) @body) @definition.property
(class_body (property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)?) @definition.property)
(source_file (property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)?) @definition.variable)
(protocol_property_declaration name: (pattern bound_identifier: (_) @name)) @definition.field
(enum_entry name: (simple_identifier) @name) @definition.enum_member

(attribute (user_type) @name) @decorator

(import_declaration (identifier) @module) @import.import

(statements (property_declaration name: (pattern bound_identifier: (_) @name) (type_annotation (_) @type)? value: (_)? @value)) @binding.assign
(for_statement item: (pattern bound_identifier: (_) @name) collection: (_) @value) @binding.for
(guard_statement bound_identifier: (_) @name) @binding.assign
(if_statement bound_identifier: (_) @name) @binding.assign
(lambda_parameter name: (_) @name) @binding.param

(call_expression (simple_identifier) @reference.call (call_suffix (value_arguments)? @arguments))
(call_expression (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (_) @reference.call)) (call_suffix (value_arguments)? @arguments))
(user_type (type_identifier) @reference.type)
(navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @reference.read))
(value_argument value: (simple_identifier) @reference.value)
[(lambda_literal) (for_statement) (function_body)] @block
