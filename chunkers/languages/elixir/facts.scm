(comment) @comment

; modules
((call target: (identifier) @_d (arguments . (_) @name) (do_block) @body) @definition.class (#eq? @_d "defmodule"))
((call target: (identifier) @_d (arguments . (_) @name) (do_block) @body) @definition.interface (#eq? @_d "defprotocol"))
((call target: (identifier) @_d (arguments . (alias) @name) (do_block) @body) @definition.class @tag.extension (#eq? @_d "defimpl"))

; functions and macros: with parameters, with a guard, without either, operators
((call target: (identifier) @_d (arguments . (call target: (_) @name (arguments)? @parameters)) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?|guardp?|delegate|np?)?$"))
((call target: (identifier) @_d (arguments . (binary_operator left: (call target: (_) @name (arguments)? @parameters) operator: "when")) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?|guardp?|np?)?$"))
((call target: (identifier) @_d (arguments . (identifier) @name) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?|delegate|np?)?$"))
((call target: (identifier) @_d (arguments . (binary_operator left: (identifier) @name operator: "when")) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?|guardp?|np?)?$"))
((call target: (identifier) @_d (arguments . (binary_operator left: (_) operator: _ @name right: (_)) @parameters) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?|guardp?)?$") (#not-eq? @name "when"))
((call target: (identifier) @_d (arguments . (binary_operator left: (binary_operator left: (_) operator: _ @name right: (_)) @parameters operator: "when")) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?|guardp?)?$"))
((call target: (identifier) @_d (arguments . (unary_operator operator: _ @name) @parameters) (do_block)? @body) @definition.function (#match? @_d "^def(p|macrop?)?$"))
((call target: (identifier) @_d (arguments . (_) (keywords (pair key: (keyword) @_k value: (_) @body)))) @definition.function (#match? @_d "^def(p|macrop?|np?)?$") (#match? @_k "^do:"))

; what stands before a function and says something of it
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments)? @arguments)) @decorator (#any-of? @name "doc" "typedoc" "spec" "impl" "deprecated" "dialyzer" "tag" "since" "decorate"))
((unary_operator operator: "@" operand: (call target: (identifier) @_a (arguments . (binary_operator left: [(call target: (identifier) @name) (identifier) @name])))) @definition.type_alias (#any-of? @_a "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_a (arguments . (binary_operator left: [(call target: (identifier) @name (arguments)? @parameters) (binary_operator left: (call target: (identifier) @name (arguments)? @parameters))])))) @definition.function @tag.abstract (#any-of? @_a "callback" "macrocallback"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . (_) @value .))) @definition.constant (#not-match? @name "^(doc|typedoc|moduledoc|spec|impl|deprecated|dialyzer|tag|since|decorate|type|typep|opaque|callback|macrocallback|moduletag|describetag|behaviour|derive|before_compile|after_compile|on_load|external_resource|optional_callbacks|compile|shortdoc|enforce_keys)$"))
((call target: (identifier) @_d (arguments . (alias) @super.implements) (do_block)) @definition.class (#eq? @_d "defimpl"))
((call target: (identifier) @_d (do_block (unary_operator operator: "@" operand: (call target: (identifier) @_b (arguments . (_) @super.implements))))) @definition.class (#eq? @_d "defmodule") (#eq? @_b "behaviour"))
((call target: (identifier) @_d (do_block (call target: (identifier) @_b (arguments . (alias) @super.embeds)))) @definition.class (#eq? @_d "defmodule") (#eq? @_b "use"))

((call target: (identifier) @_i (arguments . (alias) @module)) @import.import (#any-of? @_i "alias" "import" "require" "use"))
((call target: (identifier) @_i (arguments . (alias) @module (keywords (pair key: (keyword) @_k value: (alias) @alias)))) @import.import (#any-of? @_i "alias" "require") (#match? @_k "^as:"))
((call target: (identifier) @_i (arguments . (dot left: (_) @module right: (tuple (alias) @name)))) @import.import (#any-of? @_i "alias" "import" "require" "use"))

(binary_operator left: (identifier) @name operator: "=" right: (_) @value) @binding.assign
(binary_operator left: (tuple (identifier) @name) operator: "=" right: (_) @value) @binding.unpack
(stab_clause left: (arguments (identifier) @name)) @binding.param

((call target: (identifier) @reference.call (arguments)? @arguments) (#not-match? @reference.call "^(def[a-z]*|alias|import|require|use|doc|typedoc|moduledoc|spec|impl|type|typep|opaque|callback|macrocallback|describe|test|property)$"))
(call target: (dot left: (_) @receiver right: (identifier) @reference.call) (arguments)? @arguments)
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.value operator: "/"))
(unary_operator operator: "&" operand: (binary_operator left: (call target: (dot left: (_) @receiver right: (identifier) @reference.value)) operator: "/"))
(struct (alias) @reference.new)
(arguments (alias) @reference.value)
[(anonymous_function) (stab_clause) (do_block)] @block
