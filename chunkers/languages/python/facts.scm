(comment) @comment

; definitions
(function_definition name: (_) @name) @definition.function
(class_definition name: (_) @name) @definition.class
(decorated_definition definition: (function_definition) @definition.function) @outer
(decorated_definition definition: (class_definition) @definition.class) @outer
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @super.extends)) @definition.class
(type_alias_statement . (type [(identifier) @name (generic_type . (identifier) @name)]) . (type) @type) @definition.type_alias
(decorated_definition (decorator [(identifier) (attribute attribute: (identifier))] @_d) definition: (function_definition) @tag.overload (#match? @_d "(^|\\.)overload$"))
(decorated_definition (decorator (identifier) @_d) definition: (function_definition) @tag.getter (#any-of? @_d "property" "cached_property"))
(decorated_definition (decorator (attribute attribute: (identifier) @_d)) definition: (function_definition) @tag.getter (#any-of? @_d "cached_property" "getter"))
(decorated_definition (decorator (attribute attribute: (identifier) @_d)) definition: (function_definition) @tag.setter (#eq? @_d "setter"))
(decorated_definition (decorator (attribute attribute: (identifier) @_d)) definition: (function_definition) @tag.deleter (#eq? @_d "deleter"))
(decorated_definition (decorator (identifier) @_d) definition: (function_definition) @tag.static (#any-of? @_d "staticmethod" "classmethod"))
(decorated_definition (decorator [(identifier) (attribute)] @_d) definition: (function_definition) @tag.abstract (#match? @_d "abstract(method|property)$"))

; decorators
(decorator (call function: (_) @name arguments: (_) @arguments)) @decorator
(decorator (_) @name) @decorator

; imports
(import_statement name: (dotted_name) @module) @import.import
(import_statement name: (aliased_import name: (_) @module alias: (_) @alias)) @import.import
(import_from_statement module_name: (_) @module name: (dotted_name) @name) @import.import
(import_from_statement module_name: (_) @module name: (aliased_import name: (_) @name alias: (_) @alias)) @import.import
(import_from_statement module_name: (_) @module (wildcard_import) @scope) @import.import
(future_import_statement name: (dotted_name) @name) @import.import
(call function: (attribute object: (identifier) @_o attribute: (identifier) @_f) arguments: (argument_list . (string) @module) (#eq? @_o "importlib") (#eq? @_f "import_module")) @import.dynamic
(call function: (identifier) @_f arguments: (argument_list . (string) @module) (#any-of? @_f "__import__" "import_module")) @import.dynamic

; bindings
(assignment left: (identifier) @name type: (_)? @type right: (_)? @value) @binding.assign
(assignment left: (attribute object: (identifier) @receiver attribute: (identifier) @name) type: (_)? @type right: (_)? @value) @binding.assign
(assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name) (list_pattern (identifier) @name)] right: (_) @value) @binding.unpack
(assignment left: (_ [(tuple_pattern (identifier) @name) (list_splat_pattern (identifier) @name)]) right: (_) @value) @binding.unpack
(named_expression name: (identifier) @name value: (_) @value) @binding.assign
(for_statement left: [(identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)] right: (_) @value) @binding.for
(for_in_clause left: [(identifier) @name (pattern_list (identifier) @name) (tuple_pattern (identifier) @name)] right: (_) @value) @binding.for
(with_item value: (as_pattern . (_) @value alias: (as_pattern_target (identifier) @name))) @binding.with
(except_clause value: (as_pattern . (_) @type alias: (as_pattern_target (identifier) @name))) @binding.catch
(case_pattern (as_pattern . (_) @type (identifier) @name)) @binding.pattern
(delete_statement (identifier) @name) @binding.delete
(lambda_parameters (identifier) @name) @binding.param
(return_statement (_) @value @name) @binding.return
(yield (_) @value @name) @binding.yield

; uses
(call function: (identifier) @reference.call arguments: (_) @arguments)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call) arguments: (_) @arguments)
(class_definition superclasses: (argument_list (identifier) @reference.type))
(class_definition superclasses: (argument_list (attribute object: (_) @receiver attribute: (identifier) @reference.type)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @reference.type)))
(type (identifier) @reference.type)
(type (generic_type . (identifier) @reference.type))
(type (attribute object: (_) @receiver attribute: (identifier) @reference.type))
(type (binary_operator (identifier) @reference.type))
(type (subscript value: (identifier) @reference.type))
(type (subscript subscript: (identifier) @reference.type))
(except_clause value: (identifier) @reference.type)
(except_clause value: (as_pattern . (identifier) @reference.type))
(except_clause value: [(tuple (identifier) @reference.type) (as_pattern . (tuple (identifier) @reference.type))])
(raise_statement . [(identifier) @reference.throw (call function: (identifier) @reference.throw)])
(class_pattern (dotted_name (identifier) @reference.type .))
(attribute object: (_) @receiver attribute: (identifier) @reference.read)
(argument_list (identifier) @reference.value)
(keyword_argument value: (identifier) @reference.value)
(pair value: (identifier) @reference.value)
(assignment right: (identifier) @reference.value)
(return_statement (identifier) @reference.value)
(list (identifier) @reference.value)
(tuple (identifier) @reference.value)
(assignment left: (attribute object: (_) @receiver attribute: (identifier) @reference.write) right: (dictionary)? @arguments)
(augmented_assignment left: (attribute object: (_) @receiver attribute: (identifier) @reference.write))

(assignment left: (identifier) @extra.key right: [(list (string) @extra.value) (tuple (string) @extra.value)] (#eq? @extra.key "__all__"))
(augmented_assignment left: (identifier) @extra.key right: (list (string) @extra.value) (#eq? @extra.key "__all__"))

; what ends the life of a local name
[(lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @block
; the name of an environment variable behind a bracket
((subscript value: (_) @receiver subscript: (string (string_content) @reference.read)) (#match? @reference.read "^[A-Z][A-Z0-9_]+$"))
