; Test::More, Test2; methods of Test::Class
((expression_statement (ambiguous_function_call_expression function: (function) @_f (_) @name (anonymous_subroutine_expression body: (_) @body)) @definition.test_case) @outer (#eq? @_f "subtest"))
((expression_statement (function_call_expression function: (function) @_f arguments: (list_expression . (_) @name (anonymous_subroutine_expression body: (_) @body))) @definition.test_case) @outer (#eq? @_f "subtest"))
((expression_statement (ambiguous_function_call_expression function: (function) @_f (_) @name (anonymous_subroutine_expression body: (_) @body)) @definition.test_suite) @outer (#any-of? @_f "describe" "context"))
((expression_statement (ambiguous_function_call_expression function: (function) @_f (_) @name (anonymous_subroutine_expression body: (_) @body)) @definition.test_case) @outer (#any-of? @_f "it" "tests"))
((subroutine_declaration_statement attributes: (attrlist (attribute name: (_) @_a))) @is.test (#any-of? @_a "Test" "Tests"))
((subroutine_declaration_statement name: (_) @_n) @may.test (#match? @_n "^test_"))
