; GoogleTest and Catch2
((function_definition declarator: (function_declarator declarator: (identifier) @_m parameters: (parameter_list . (parameter_declaration type: (type_identifier) @owner) . (parameter_declaration type: (type_identifier) @name))) body: (_) @body) @definition.test_case (#any-of? @_m "TEST" "TEST_F" "TEST_P" "TYPED_TEST" "TYPED_TEST_P" "BOOST_FIXTURE_TEST_CASE"))
