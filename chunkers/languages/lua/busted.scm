; busted and LuaUnit
((function_call name: (identifier) @_f arguments: (arguments . (string content: (_) @name) (function_definition body: (_)? @body) .)) @definition.test_suite (#any-of? @_f "describe" "context" "insulate" "expose"))
((function_call name: (identifier) @_f arguments: (arguments . (string content: (_) @name) (function_definition body: (_)? @body) .)) @definition.test_case (#any-of? @_f "it" "spec" "test" "pending"))
((function_call name: (identifier) @name arguments: (arguments . (function_definition body: (_)? @body) .)) @definition.function @tag.setup (#any-of? @name "before_each" "after_each" "setup" "teardown" "lazy_setup" "lazy_teardown" "strict_setup" "strict_teardown"))
((function_declaration name: (method_index_expression table: (identifier) @_t method: (identifier) @_n)) @may.test (#match? @_t "^[Tt]est") (#match? @_n "^[Tt]est"))
((function_declaration name: (dot_index_expression table: (identifier) @_t field: (identifier) @_n)) @may.test (#match? @_t "^[Tt]est") (#match? @_n "^[Tt]est"))
((function_declaration name: (method_index_expression method: (identifier) @_n)) @tag.setup (#any-of? @_n "setUp" "tearDown" "setUpClass" "tearDownClass"))
