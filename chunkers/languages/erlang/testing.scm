; EUnit and Common Test
((fun_decl clause: (function_clause name: (atom) @_n args: (expr_args) @_a)) @is.test (#match? @_n "_test_?$") (#eq? @_a "()"))
((fun_decl clause: (function_clause name: (atom) @_n)) @tag.setup (#any-of? @_n "init_per_suite" "end_per_suite" "init_per_group" "end_per_group" "init_per_testcase" "end_per_testcase"))
