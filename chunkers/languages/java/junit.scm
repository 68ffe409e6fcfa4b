; JUnit 4 and 5
((method_declaration (modifiers [(marker_annotation name: (_) @_a) (annotation name: (_) @_a)])) @is.test (#match? @_a "(^|\\.)(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Theory|Property)$"))
((method_declaration (modifiers (annotation name: (_) @_a arguments: (annotation_argument_list (string_literal) @title)))) @tag.titled (#match? @_a "(^|\\.)DisplayName$"))
((class_declaration (modifiers (annotation name: (_) @_a arguments: (annotation_argument_list (string_literal) @title)))) @tag.titled (#match? @_a "(^|\\.)DisplayName$"))
((class_declaration (modifiers (marker_annotation name: (_) @_a))) @is.suite (#match? @_a "(^|\\.)Nested$"))
((method_declaration (modifiers [(marker_annotation name: (_) @_a) (annotation name: (_) @_a)])) @tag.setup (#match? @_a "(^|\\.)(Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass)$"))
