; Minitest and test-unit
((class superclass: (superclass [(constant) (scope_resolution)] @_s) body: (body_statement (method name: (identifier) @_n) @is.test)) (#match? @_s "Test(Case)?$|::Test$") (#match? @_n "^test_"))
((method name: (identifier) @_n) @may.test (#match? @_n "^test_"))
((class name: (_) @_n) @may.suite (#match? @_n "Test$|^Test"))
((method name: (identifier) @_n) @tag.setup (#any-of? @_n "setup" "teardown"))
