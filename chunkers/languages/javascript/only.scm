; nodes that TypeScript's grammar spells differently
(class_declaration (class_heritage (_) @super.extends)) @definition.class
(class (class_heritage (identifier) @reference.type))
(class_declaration (class_heritage (identifier) @reference.type))
(class_heritage (member_expression object: (_) @receiver property: (_) @reference.type))
(field_definition property: (_) @name value: (arrow_function parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(field_definition property: (_) @name value: (function_expression parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(field_definition property: (_) @name value: (_)? @value) @definition.field
