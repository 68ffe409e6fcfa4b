; PHPUnit and Pest
((class_declaration (base_clause [(name) (qualified_name)] @_b) body: (declaration_list (method_declaration name: (name) @_n) @is.test)) (#match? @_b "TestCase$") (#match? @_n "^test"))
((method_declaration name: (name) @_n) @may.test (#match? @_n "^test"))
((class_declaration name: (name) @_n) @may.suite (#match? @_n "Test$"))
((method_declaration attributes: (attribute_list (attribute_group (attribute (_) @_a)))) @is.test (#match? @_a "(^|\\\\)(Test|DataProvider|TestDox)$"))
((method_declaration name: (name) @_n) @tag.setup (#any-of? @_n "setUp" "tearDown" "setUpBeforeClass" "tearDownAfterClass"))
((expression_statement (function_call_expression function: (name) @_f arguments: (arguments . (argument [(string) (encapsed_string)] @name) (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]))) @definition.test_case) @outer (#any-of? @_f "it" "test"))
((expression_statement (function_call_expression function: (name) @_f arguments: (arguments . (argument [(string) (encapsed_string)] @name) (argument (anonymous_function body: (_) @body)))) @definition.test_suite) @outer (#eq? @_f "describe"))
((expression_statement (function_call_expression function: (name) @name arguments: (arguments . (argument (anonymous_function body: (_) @body)))) @definition.function @tag.setup) @outer (#any-of? @name "beforeEach" "afterEach" "beforeAll" "afterAll"))
