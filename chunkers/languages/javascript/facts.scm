(comment) @comment

; functions and classes by declaration
(function_declaration name: (_) @name) @definition.function
(generator_function_declaration name: (_) @name) @definition.function @tag.generator
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method
(method_definition "get") @definition.method @tag.getter
(method_definition "set") @definition.method @tag.setter
(class_static_block body: (_) @body) @definition.method @tag.initializer @tag.static

; functions and classes bound to names
(variable_declarator name: (identifier) @name value: (arrow_function parameters: (_) @parameters body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (arrow_function parameter: (_) @parameters body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (function_expression parameters: (_) @parameters body: (_) @body)) @definition.function
(variable_declarator name: (identifier) @name value: (generator_function parameters: (_) @parameters body: (_) @body)) @definition.function @tag.generator
(variable_declarator name: (identifier) @name value: (class body: (_) @body)) @definition.class
(lexical_declaration . (variable_declarator value: [(arrow_function) (function_expression) (generator_function)]) @definition.function .) @outer
(variable_declaration . (variable_declarator value: [(arrow_function) (function_expression) (generator_function)]) @definition.function .) @outer
(lexical_declaration . (variable_declarator value: (class)) @definition.class .) @outer
((lexical_declaration . (variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments . [(arrow_function parameters: (_) @parameters body: (_) @body) (function_expression parameters: (_) @parameters body: (_) @body)]))) @definition.function .) @outer (#match? @name "^[A-Z][a-z]"))
((export_statement declaration: (lexical_declaration . (variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments . [(arrow_function) (function_expression) (generator_function)]))) @definition.function .)) @outer @tag.exported (#match? @name "^[A-Z][a-z]"))

; object literals
(variable_declarator name: (identifier) @name value: (object) @value) @definition.variable
(pair key: (_) @name value: (arrow_function parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(pair key: (_) @name value: (arrow_function parameter: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(pair key: (_) @name value: (function_expression parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(pair key: (_) @name value: (generator_function parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure @tag.generator
(pair key: (_) @name value: (class body: (_) @body)) @definition.class
(pair key: (_) @name value: (object [(method_definition) (pair value: [(arrow_function) (function_expression) (generator_function)])])) @definition.field

; assigned functions
((expression_statement (assignment_expression left: (member_expression object: (_) @owner property: (_) @name) @_l right: (arrow_function parameters: (_) @parameters body: (_) @body)) @definition.function) @outer (#not-eq? @_l "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (_) @owner property: (_) @name) @_l right: (arrow_function parameter: (_) @parameters body: (_) @body)) @definition.function) @outer (#not-eq? @_l "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (_) @owner property: (_) @name) @_l right: [(function_expression parameters: (_) @parameters body: (_) @body) (generator_function parameters: (_) @parameters body: (_) @body)]) @definition.function) @outer (#not-eq? @_l "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (_) @owner property: (_) @name) @_l right: (class body: (_) @body)) @definition.class) @outer (#not-eq? @_l "module.exports"))
((expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)] @definition.function @tag.default_export)) @outer (#eq? @_m "module") (#eq? @_e "exports"))
((expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: (class body: (_) @body) @definition.class @tag.default_export)) @outer (#eq? @_m "module") (#eq? @_e "exports"))

; exports
(export_statement declaration: [(function_declaration) (generator_function_declaration)] @definition.function) @outer @tag.exported
(export_statement declaration: (class_declaration) @definition.class) @outer @tag.exported
(export_statement declaration: (lexical_declaration . (variable_declarator value: [(arrow_function) (function_expression) (generator_function)]) @definition.function .)) @outer @tag.exported
(export_statement declaration: (lexical_declaration . (variable_declarator value: (class)) @definition.class .)) @outer @tag.exported
(export_statement "default" @tag.default_export declaration: [(function_declaration) (generator_function_declaration)] @definition.function) @outer
(export_statement "default" @tag.default_export declaration: (class_declaration) @definition.class) @outer
(export_statement "default" @tag.default_export value: [(arrow_function) (function_expression) (generator_function)] @definition.function) @outer
(export_statement "default" @tag.default_export value: (class) @definition.class) @outer
(export_statement declaration: (_ (variable_declarator name: (identifier) @export)))
(export_statement declaration: (_ (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @export (pair_pattern value: (identifier) @export)]))))
(export_statement (export_clause (export_specifier name: (_) @export alias: (_)? @alias)) !source)
(export_statement "default" @alias value: (identifier) @export)
(assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: (object (shorthand_property_identifier) @export) (#eq? @_m "module") (#eq? @_e "exports"))
(assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @_e) right: (object (pair key: (_) @alias value: (identifier) @export)) (#eq? @_m "module") (#eq? @_e "exports"))
(assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @alias) right: (identifier) @export (#eq? @_m "module") (#eq? @alias "exports"))
(variable_declarator name: (identifier) @export value: (assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @alias)) (#eq? @_m "module") (#eq? @alias "exports"))
(assignment_expression left: (member_expression object: (identifier) @_m property: (_) @alias) right: (identifier) @export (#eq? @_m "exports"))

; imports
(import_statement . source: (string) @module) @import.import
(import_statement (import_clause (identifier) @default) source: (string) @module) @import.import
(import_statement (import_clause (namespace_import (identifier) @alias) @scope) source: (string) @module) @import.import
(import_statement (import_clause (named_imports (import_specifier name: (_) @name alias: (_)? @alias))) source: (string) @module) @import.import
(export_statement "*" @scope source: (string) @module) @import.reexport
(export_statement (namespace_export (_) @alias) @scope source: (string) @module) @import.reexport
(export_statement (export_clause (export_specifier name: (_) @name alias: (_)? @alias)) source: (string) @module) @import.reexport
(call_expression function: (import) arguments: (arguments . (string) @module)) @import.dynamic
(call_expression function: (identifier) @_r arguments: (arguments . (string) @module .) (#eq? @_r "require")) @import.require
(variable_declarator name: (identifier) @alias value: (call_expression function: (identifier) @_r arguments: (arguments . (string) @module .)) (#eq? @_r "require")) @import.require
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (call_expression function: (identifier) @_r arguments: (arguments . (string) @module .)) (#eq? @_r "require")) @import.require
(variable_declarator name: (object_pattern (pair_pattern key: (_) @name value: (identifier) @alias)) value: (call_expression function: (identifier) @_r arguments: (arguments . (string) @module .)) (#eq? @_r "require")) @import.require

; bindings
(variable_declarator name: (identifier) @name value: (_)? @value) @binding.assign
(program (export_statement "default" @name value: [(call_expression) (new_expression)] @value) @binding.export)
((program (expression_statement (assignment_expression left: (member_expression object: (identifier) @_m property: (property_identifier) @name) right: [(call_expression) (new_expression)] @value) @binding.export)) (#eq? @_m "module") (#eq? @name "exports"))
(variable_declarator name: [(object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name) (object_assignment_pattern left: (_) @name)]) (array_pattern (identifier) @name)] value: (_) @value) @binding.unpack
(assignment_expression left: (member_expression object: (this) @receiver property: (_) @name) right: (_) @value) @binding.assign
(for_in_statement left: (identifier) @name right: (_) @value) @binding.for
(return_statement [(call_expression) (new_expression) (identifier) (this) (await_expression)] @value @name) @binding.return
(variable_declarator value: (arrow_function body: [(call_expression) (new_expression) (identifier) (await_expression)] @value @name) @binding.return)
(catch_clause parameter: (identifier) @name) @binding.catch
(arrow_function parameter: (identifier) @name) @binding.param

; uses
(call_expression function: (identifier) @reference.call arguments: (_) @arguments)
(call_expression function: (member_expression object: (_) @receiver property: (_) @reference.call) arguments: (_) @arguments)
(call_expression function: (super) @reference.super_call arguments: (_) @arguments)
(new_expression constructor: (identifier) @reference.new arguments: (_)? @arguments)
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @reference.new) arguments: (_)? @arguments)
(throw_statement (identifier) @reference.throw)
(member_expression object: (_) @receiver property: (_) @reference.read)
(assignment_expression left: (member_expression object: (_) @receiver property: (_) @reference.write))
(arguments (identifier) @reference.value)
(pair value: (identifier) @reference.value)
(array (identifier) @reference.value)
(return_statement (identifier) @reference.value)
(variable_declarator value: (identifier) @reference.value)
(assignment_expression right: (identifier) @reference.value)
(object (shorthand_property_identifier) @reference.value)
(spread_element (identifier) @reference.value)

(decorator (call_expression function: (_) @name arguments: (_) @arguments)) @decorator
(decorator (_) @name) @decorator

; what ends the life of a local name
[(statement_block) (arrow_function) (function_expression) (for_statement) (for_in_statement) (catch_clause)] @block
; the name of an environment variable behind a bracket
((subscript_expression object: (_) @receiver index: (string (string_fragment) @reference.read)) (#match? @reference.read "^[A-Z][A-Z0-9_]+$"))
