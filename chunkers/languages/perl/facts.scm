[(comment) (pod)] @comment

(package_statement name: (_) @name ";") @definition.namespace @tag.open
(package_statement name: (_) @name (block) @body) @definition.namespace @tag.open
(class_statement name: (_) @name (block)? @body) @definition.class
(role_statement name: (_) @name (block)? @body) @definition.trait
(subroutine_declaration_statement name: (_) @name (signature)? @parameters body: (_) @body) @definition.function
(method_declaration_statement name: (_) @name (signature)? @parameters body: (_) @body) @definition.method
(phaser_statement phase: _ @name (block) @body) @definition.function
((expression_statement (assignment_expression left: (glob (varname) @name) right: (anonymous_subroutine_expression (signature)? @parameters body: (_) @body)) @definition.function) @outer)
((expression_statement (assignment_expression left: (variable_declaration variable: (scalar (varname) @name)) right: (anonymous_subroutine_expression (signature)? @parameters body: (_) @body)) @definition.function @tag.closure) @outer)

(use_statement module: (package) @module) @import.import
(require_expression (bareword) @module) @import.require

(assignment_expression left: (variable_declaration variable: (_ (varname) @name)) right: (_) @value) @binding.assign
(assignment_expression left: (variable_declaration "(" [(scalar (varname) @name) (array (varname) @name) (hash (varname) @name)]) right: (_) @value) @binding.unpack
(for_statement variable: (scalar (varname) @name) list: (_) @value) @binding.for

(function_call_expression function: (function) @reference.call arguments: (_)? @arguments)
(ambiguous_function_call_expression function: (function) @reference.call)
(method_call_expression invocant: (_) @receiver method: (method) @reference.call arguments: (_)? @arguments)
[(block) (anonymous_subroutine_expression)] @block

; method modifiers of Moose and its relatives
((expression_statement (ambiguous_function_call_expression function: (function) @_f (_) @name (anonymous_subroutine_expression (signature)? @parameters body: (_) @body)) @definition.method @tag.closure) @outer (#any-of? @_f "around" "before" "after" "override" "augment"))
