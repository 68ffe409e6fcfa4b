; bats: `@test "title" {`, read as a command and a block (see `misread`)
((command name: (command_name (word) @_t) argument: (_) @name) @outer . (compound_statement) @body @definition.test_case (#eq? @_t "@test"))
((function_definition name: (_) @_n) @tag.setup (#any-of? @_n "setup" "teardown" "setup_file" "teardown_file" "setup_suite" "teardown_suite"))
((command name: (command_name (word) @_c) argument: (_) @module) @import.include (#any-of? @_c "load" "bats_load_library"))
