; RSpec
((call method: (identifier) @_m arguments: (argument_list . (_) @name) block: (_ body: (_) @body)) @definition.test_suite (#any-of? @_m "describe" "context" "feature" "shared_examples" "shared_context"))
((call method: (identifier) @_m arguments: (argument_list . [(string) (simple_symbol)] @name) block: (_ body: (_) @body)) @definition.test_case (#any-of? @_m "it" "specify" "example" "scenario" "test"))
((call !receiver method: (identifier) @name !arguments block: (block body: (_) @body)) @definition.test_case (#any-of? @name "it" "specify"))
((call !receiver method: (identifier) @name block: (_ body: (_) @body)) @definition.function @tag.setup (#any-of? @name "before" "after" "around" "setup" "teardown"))
