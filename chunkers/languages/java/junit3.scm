; JUnit 3: public test methods of classes below TestCase, set up by overriding
((class_declaration superclass: (superclass (_) @_b) body: (class_body (method_declaration (modifiers "public") type: (void_type) name: (identifier) @_n parameters: (formal_parameters . "(" . ")" .)) @is.test)) (#match? @_b "(^|\\.)\\w*TestCase$") (#match? @_n "^test"))
((class_declaration superclass: (superclass (_) @_b) body: (class_body (method_declaration name: (identifier) @_n) @tag.setup)) (#match? @_b "(^|\\.)\\w*TestCase$") (#any-of? @_n "setUp" "tearDown"))
