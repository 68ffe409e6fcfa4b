; XCTest and swift-testing
((class_declaration (inheritance_specifier inherits_from: (_) @_b) body: (class_body (function_declaration name: (simple_identifier) @_n) @is.test)) (#match? @_b "TestCase$") (#match? @_n "^test"))
((function_declaration (modifiers (attribute (user_type) @_a))) @is.test (#eq? @_a "Test"))
((function_declaration (modifiers (attribute (user_type) @_a (line_string_literal) @title))) @tag.titled (#eq? @_a "Test"))
((function_declaration name: (simple_identifier) @_n) @tag.setup (#any-of? @_n "setUp" "tearDown" "setUpWithError" "tearDownWithError"))
