(comment) @comment

(function_definition declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)))) @definition.function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator [(identifier) (field_identifier)] @name) parameters: (_) @parameters)) @definition.function
(function_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (function_declarator declarator: (_) @name parameters: (_) @parameters))))) @definition.function
(declaration declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters)) @definition.function @tag.prototype
(declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @definition.function @tag.prototype

(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(type_definition type: (struct_specifier body: (_)) @definition.struct) @outer
(type_definition type: (union_specifier body: (_)) @definition.struct) @outer
(type_definition type: (enum_specifier body: (_)) @definition.enum) @outer
(type_definition type: (struct_specifier !name body: (_) @body) @definition.struct declarator: (type_identifier) @name) @outer
(type_definition type: (union_specifier !name body: (_) @body) @definition.struct declarator: (type_identifier) @name) @outer
(type_definition type: (enum_specifier !name body: (_) @body) @definition.enum declarator: (type_identifier) @name) @outer
(type_definition type: [(primitive_type) (type_identifier) (sized_type_specifier)] @type declarator: (type_identifier) @name) @definition.type_alias
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type_alias
(enumerator name: (_) @name) @definition.enum_member
(field_declaration type: (_) @type declarator: [(field_identifier) @name (pointer_declarator declarator: (field_identifier) @name) (array_declarator declarator: (field_identifier) @name)]) @definition.field

(preproc_function_def name: (_) @name parameters: (_) @parameters) @definition.function @tag.macro
(preproc_def name: (_) @name value: (_)? @value) @definition.constant @tag.macro

(preproc_include path: (_) @module) @import.include

(declaration type: (_) @type declarator: (init_declarator declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)] value: (_) @value)) @binding.assign
(declaration type: (_) @type declarator: [(identifier) @name (pointer_declarator declarator: (identifier) @name) (array_declarator declarator: (identifier) @name)]) @binding.assign

(call_expression function: (identifier) @reference.call arguments: (_) @arguments)
(call_expression function: (field_expression argument: (_) @receiver field: (_) @reference.call) arguments: (_) @arguments)
(type_identifier) @reference.type
(field_expression argument: (_) @receiver field: (_) @reference.read)
(argument_list (identifier) @reference.value)
(initializer_list (identifier) @reference.value)
[(compound_statement) (for_statement)] @block
