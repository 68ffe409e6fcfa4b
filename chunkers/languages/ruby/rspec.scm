; RSpec
((call method: (identifier) @_m arguments: (argument_list . (_) @name) block: (_) @body) @definition.test_suite (#any-of? @_m "describe" "context" "feature" "fdescribe" "xdescribe" "fcontext" "xcontext" "shared_examples" "shared_examples_for" "shared_context"))
((call method: (identifier) @_m arguments: (argument_list . [(string) (simple_symbol)] @name) block: (_) @body) @definition.test_case (#any-of? @_m "it" "specify" "example" "scenario" "test" "fit" "xit" "fspecify" "xspecify" "pending"))
((call !receiver method: (identifier) @name !arguments block: (block) @body) @definition.test_case (#any-of? @name "it" "specify" "its"))
((call !receiver method: (identifier) @name block: (_) @body) @definition.function @tag.setup (#any-of? @name "before" "after" "around" "setup" "teardown"))
