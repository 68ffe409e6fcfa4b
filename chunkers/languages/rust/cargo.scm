; cargo test
((attribute_item (attribute [(identifier) @_a (scoped_identifier name: (_) @_a)])) . (function_item) @is.test (#any-of? @_a "test" "rstest" "test_case" "bench"))
((attribute_item (attribute [(identifier) @_a (scoped_identifier name: (_) @_a)])) . (attribute_item) . (function_item) @is.test (#any-of? @_a "test" "rstest" "bench"))
