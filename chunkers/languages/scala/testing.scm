; ScalaTest, MUnit, specs2
((call_expression function: (call_expression function: (identifier) @_f arguments: (arguments . (string) @name)) arguments: (block) @body) @definition.test_case (#any-of? @_f "test" "it" "property" "scenario"))
((infix_expression left: (infix_expression left: (string) operator: (identifier) @_o right: (string) @name) operator: (identifier) @_i right: (block) @body) @definition.test_case (#any-of? @_o "should" "must" "can") (#eq? @_i "in"))
((infix_expression left: (string) @name operator: (identifier) @_i right: (block) @body) @definition.test_case (#any-of? @_i "in" ">>"))
((infix_expression left: (string) @name operator: (identifier) @_i right: (block) @body) @definition.test_suite (#any-of? @_i "should" "when" "must"))
