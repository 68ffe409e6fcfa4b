(comment) @comment
(namespace_definition name: (_) @package !body)
(namespace_definition name: (_) @name body: (_) @body) @definition.namespace

(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(trait_declaration name: (_) @name) @definition.trait
(enum_declaration name: (_) @name) @definition.enum
(anonymous_class body: (_) @body) @definition.class @tag.anonymous
(class_declaration (base_clause (_) @super.extends)) @definition.class
(class_declaration (class_interface_clause (_) @super.implements)) @definition.class
(interface_declaration (base_clause (_) @super.extends)) @definition.interface
(enum_declaration (class_interface_clause (_) @super.implements)) @definition.enum
(class_declaration body: (declaration_list (use_declaration (_) @super.embeds))) @definition.class

(function_definition name: (_) @name) @definition.function
(method_declaration name: (_) @name) @definition.method
(property_declaration type: (_)? @type (property_element name: (_) @name default_value: (_)? @value) @definition.field) @outer
(const_declaration (const_element (name) @name (_) @value) @definition.constant) @outer
(enum_case name: (_) @name) @definition.enum_member

(attribute [(name) (qualified_name)] @name parameters: (_)? @arguments) @decorator

(namespace_use_declaration (namespace_use_clause [(qualified_name) (name)] @module)) @import.import
(namespace_use_declaration (namespace_use_clause (qualified_name) @module alias: (_) @alias)) @import.import
(require_once_expression (string) @module) @import.include
(require_expression (string) @module) @import.include
(include_expression (string) @module) @import.include
(include_once_expression (string) @module) @import.include
((require_once_expression (binary_expression left: (name) @_d right: (string) @module)) @import.include (#eq? @_d "__DIR__"))
((require_expression (binary_expression left: (name) @_d right: (string) @module)) @import.include (#eq? @_d "__DIR__"))
((include_expression (binary_expression left: (name) @_d right: (string) @module)) @import.include (#eq? @_d "__DIR__"))
((include_once_expression (binary_expression left: (name) @_d right: (string) @module)) @import.include (#eq? @_d "__DIR__"))

(assignment_expression left: (variable_name) @name right: (_) @value) @binding.assign
(assignment_expression left: (member_access_expression object: (variable_name) @receiver name: (name) @name) right: (_) @value) @binding.assign
(foreach_statement (_) @value (variable_name) @name) @binding.for
(catch_clause type: (_) @type name: (_) @name) @binding.catch
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @name)) @binding.member

(function_call_expression function: [(name) (qualified_name)] @reference.call arguments: (_) @arguments)
(member_call_expression object: (_) @receiver name: (name) @reference.call arguments: (_) @arguments)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @reference.call arguments: (_) @arguments)
(scoped_call_expression scope: (_) @receiver name: (name) @reference.call arguments: (_) @arguments)
(object_creation_expression [(name) (qualified_name)] @reference.new (arguments)? @arguments)
(named_type [(name) (qualified_name)] @reference.type)
(base_clause [(name) (qualified_name)] @reference.type)
(class_interface_clause [(name) (qualified_name)] @reference.type)
(member_access_expression object: (_) @receiver name: (name) @reference.read)
(class_constant_access_expression (_) @receiver (name) @reference.read)

; what ends the life of a local name
[(anonymous_function) (arrow_function)] @block
((subscript_expression (variable_name) @receiver (string (string_content) @reference.read)) (#match? @reference.read "^[A-Z][A-Z0-9_]+$"))
