(comment) @comment
(function_definition name: (_) @name) @definition.function
((command name: (command_name (word) @_c) argument: (_) @module) @import.include (#any-of? @_c "source" "."))
(variable_assignment name: (variable_name) @name value: (_)? @value) @binding.assign
(for_statement variable: (variable_name) @name value: (_) @value) @binding.for
(command name: (command_name (word) @reference.call))
