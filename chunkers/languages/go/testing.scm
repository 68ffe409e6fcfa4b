; go test
((function_declaration name: (identifier) @_n) @may.test (#match? @_n "^(Test|Benchmark|Fuzz|Example)([^a-z].*)?$") (#not-eq? @_n "TestMain"))
((function_declaration name: (identifier) @_n) @tag.setup (#eq? @_n "TestMain"))
((call_expression function: (selector_expression field: (field_identifier) @_f) arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @name (func_literal body: (_) @body))) @definition.test_case (#eq? @_f "Run"))

; testify suites
((method_declaration name: (field_identifier) @_n) @may.test (#match? @_n "^Test([^a-z].*)?$"))
((method_declaration name: (field_identifier) @_n) @tag.setup (#any-of? @_n "SetupTest" "SetupSuite" "SetupSubTest" "TearDownTest" "TearDownSuite" "BeforeTest" "AfterTest"))
