; ExUnit, StreamData
((call target: (identifier) @_d (do_block (call target: (identifier) @_u (arguments . (alias) @_c)))) @is.suite (#eq? @_d "defmodule") (#eq? @_u "use") (#match? @_c "Case$"))
((call target: (identifier) @_f (arguments . (string) @name) (do_block) @body) @definition.test_suite (#eq? @_f "describe"))
((call target: (identifier) @_f (arguments . (string) @name) (do_block) @body) @definition.test_case (#any-of? @_f "test" "property" "feature"))
((call target: (identifier) @_f (arguments . (string) @name (keywords (pair key: (keyword) @_k value: (_) @body)))) @definition.test_case (#any-of? @_f "test" "property") (#match? @_k "^do:"))
((call target: (identifier) @name (do_block) @body) @definition.function @tag.setup (#any-of? @name "setup" "setup_all"))
