(comment) @comment

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (_) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name)) @definition.method

; functions bound to names
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .)) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .) (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .)) @definition.function
(assignment_statement (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @name)) .) (expression_list . value: (function_definition parameters: (_) @parameters body: (_)? @body) .)) @definition.function
(variable_declaration (assignment_statement (expression_list . value: (function_definition) .)) @definition.function) @outer

; tables that hold functions
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (table_constructor) @value .)) @definition.variable
(assignment_statement (variable_list . name: (dot_index_expression table: (_) @owner field: (_) @name) .) (expression_list . value: (table_constructor (field value: (function_definition))) @value .)) @definition.variable
(field name: [(identifier) @name (string content: (_) @name)] value: (function_definition parameters: (_) @parameters body: (_)? @body)) @definition.method @tag.closure
(field name: [(identifier) @name (string content: (_) @name)] value: (table_constructor (field value: (function_definition)))) @definition.field

; tables that are classes
((variable_declaration (assignment_statement (variable_list . name: (identifier) @name .)) @definition.class) @outer . (assignment_statement (variable_list . name: (dot_index_expression table: (identifier) @_t field: (identifier) @_i) .) (expression_list . value: (identifier) @_v .)) (#eq? @_i "__index") (#eq? @_t @name) (#eq? @_v @name))
((variable_declaration (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_call name: (identifier) @_c))) @definition.class) @outer (#any-of? @_c "class" "Class"))
((variable_declaration (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_call name: (method_index_expression table: (_) @super.extends method: (_) @_c)))) @definition.class) @outer (#any-of? @_c "extend" "extends" "subclass"))

(function_call name: (identifier) @_r arguments: (arguments . (string) @module .) (#eq? @_r "require")) @import.require
(assignment_statement (variable_list . name: (identifier) @alias .) (expression_list . value: (function_call name: (identifier) @_r arguments: (arguments . (string) @module .)) .) (#eq? @_r "require")) @import.require

(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value .)) @binding.assign
(assignment_statement (variable_list . name: (identifier) @name . name: (identifier)+ @name) (expression_list . value: (_) @value)) @binding.unpack
(assignment_statement (variable_list . name: (dot_index_expression table: (identifier) @receiver field: (identifier) @name) .) (expression_list . value: (_) @value .)) @binding.assign
(variable_declaration (variable_list name: (identifier) @name)) @binding.assign
(for_generic_clause (variable_list name: (identifier) @name) (expression_list . (_) @value)) @binding.for
(for_numeric_clause name: (identifier) @name) @binding.for

(function_call name: (identifier) @reference.call arguments: (_) @arguments)
(function_call name: (dot_index_expression table: (_) @receiver field: (_) @reference.call) arguments: (_) @arguments)
(function_call name: (method_index_expression table: (_) @receiver method: (_) @reference.call) arguments: (_) @arguments)
(dot_index_expression table: (_) @receiver field: (_) @reference.read)
(arguments (identifier) @reference.value)
(field value: (identifier) @reference.value)
(expression_list (identifier) @reference.value)
[(function_definition) (function_declaration) (for_statement) (while_statement) (repeat_statement) (do_statement) (if_statement)] @block
