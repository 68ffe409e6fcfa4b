(comment) @comment

(class name: (_) @name) @definition.class @tag.companion
(module name: (_) @name) @definition.class @tag.companion
(class superclass: (superclass (_) @super.extends)) @definition.class
(class body: (body_statement (call method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @super.embeds))) (#any-of? @_m "include" "extend" "prepend")) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method @tag.static
(body_statement (assignment left: (constant) @name right: (_) @value) @definition.constant)
((assignment left: (constant) @name right: (call receiver: (constant) @_s method: (identifier) @_n block: (_) @body)) @definition.class (#any-of? @_s "Struct" "Class" "Data") (#any-of? @_n "new" "define"))

((call !receiver method: (identifier) @_m arguments: (argument_list . (string) @module)) @import.require (#any-of? @_m "require" "require_relative" "load" "autoload"))

(assignment left: (identifier) @name right: (_) @value) @binding.assign
(assignment left: (instance_variable) @name right: (_) @value) @binding.member
(assignment left: (call receiver: (self) @receiver method: (identifier) @name) right: (_) @value) @binding.assign
(assignment left: (left_assignment_list (identifier) @name) right: (_) @value) @binding.unpack
(block_parameters (identifier) @name) @binding.param
(exception_variable (identifier) @name) @binding.catch

(call !receiver method: (identifier) @reference.call arguments: (_)? @arguments block: (_)? @body)
(call receiver: (_) @receiver method: (_) @reference.call arguments: (_)? @arguments block: (_)? @body)
(superclass (constant) @reference.type)
(scope_resolution scope: (_) @receiver name: (_) @reference.read)
(argument_list (constant) @reference.value)
(call receiver: (constant) @reference.type)
[(block) (do_block)] @block
((element_reference object: (_) @receiver (string (string_content) @reference.read)) (#match? @reference.read "^[A-Z][A-Z0-9_]+$"))
