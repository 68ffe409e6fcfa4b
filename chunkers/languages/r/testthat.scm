; testthat and RUnit
((call function: [(identifier) @_f (namespace_operator rhs: (identifier) @_f)] arguments: (arguments . (argument value: (string) @name) . (comma) . (argument value: (braced_expression) @body))) @definition.test_case (#any-of? @_f "test_that" "it" "test_expect"))
((call function: (identifier) @_f arguments: (arguments . (argument value: (string) @name) . (comma) . (argument value: (braced_expression) @body))) @definition.test_suite (#any-of? @_f "describe" "with_mock_dir"))
((call function: (identifier) @name arguments: (arguments . (argument value: (braced_expression) @body))) @definition.function @tag.setup (#any-of? @name "setup" "teardown"))
((binary_operator lhs: (identifier) @_n rhs: (function_definition)) @may.test (#match? @_n "^test[._]"))
((binary_operator lhs: (identifier) @_n rhs: (function_definition)) @tag.setup (#match? @_n "^\\.(setUp|tearDown)$"))
