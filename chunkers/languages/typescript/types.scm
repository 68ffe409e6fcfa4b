; types
(abstract_class_declaration name: (_) @name) @definition.class @tag.abstract
(interface_declaration name: (_) @name) @definition.interface
(enum_declaration name: (_) @name) @definition.enum
(type_alias_declaration name: (_) @name value: (_) @type) @definition.type_alias
(enum_body (property_identifier) @name @definition.enum_member)
(enum_assignment name: (_) @name value: (_) @value) @definition.enum_member
(class_declaration (class_heritage (extends_clause value: (_) @super.extends))) @definition.class
(class_declaration (class_heritage (implements_clause (_) @super.implements))) @definition.class
(abstract_class_declaration (class_heritage (extends_clause value: (_) @super.extends))) @definition.class
(abstract_class_declaration (class_heritage (implements_clause (_) @super.implements))) @definition.class
(export_statement value: (class (class_heritage (extends_clause value: (_) @super.extends))) @definition.class)
(interface_declaration (extends_type_clause (_) @super.extends)) @definition.interface
(export_statement declaration: (abstract_class_declaration) @definition.class) @outer @tag.exported
(export_statement declaration: (interface_declaration) @definition.interface) @outer @tag.exported
(export_statement declaration: (enum_declaration) @definition.enum) @outer @tag.exported
(export_statement declaration: (type_alias_declaration) @definition.type_alias) @outer @tag.exported
(ambient_declaration (class_declaration) @definition.class) @outer
(ambient_declaration (abstract_class_declaration) @definition.class) @outer
(ambient_declaration (interface_declaration) @definition.interface) @outer
(ambient_declaration (enum_declaration) @definition.enum) @outer
(ambient_declaration (type_alias_declaration) @definition.type_alias) @outer
(export_statement declaration: (ambient_declaration (class_declaration) @definition.class)) @outer @tag.exported
(export_statement declaration: (ambient_declaration (abstract_class_declaration) @definition.class)) @outer @tag.exported
(export_statement declaration: (ambient_declaration (interface_declaration) @definition.interface)) @outer @tag.exported
(export_statement declaration: (ambient_declaration (enum_declaration) @definition.enum)) @outer @tag.exported
(export_statement declaration: (ambient_declaration (type_alias_declaration) @definition.type_alias)) @outer @tag.exported

; namespaces
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.namespace
(expression_statement (internal_module) @definition.namespace) @outer
(ambient_declaration (module) @definition.namespace) @outer
(ambient_declaration (internal_module) @definition.namespace) @outer
(export_statement declaration: (internal_module) @definition.namespace) @outer @tag.exported
(export_statement declaration: (ambient_declaration (module) @definition.namespace)) @outer

; signatures
(function_signature name: (_) @name) @definition.function @tag.overload
(export_statement declaration: (function_signature) @definition.function) @outer @tag.exported
(ambient_declaration (function_signature) @definition.function) @outer
(export_statement declaration: (ambient_declaration (function_signature) @definition.function)) @outer @tag.exported
(class_body (method_signature name: (_) @name) @definition.method @tag.overload)
(interface_body (method_signature name: (_) @name) @definition.method)
(abstract_method_signature name: (_) @name) @definition.method @tag.abstract
(interface_body (property_signature name: (_) @name type: (_)? @type) @definition.field)
(type_alias_declaration value: (object_type (property_signature name: (_) @name type: (_)? @type) @definition.field))
(type_alias_declaration value: (object_type (method_signature name: (_) @name) @definition.field))
(type_alias_declaration value: (intersection_type (object_type (property_signature name: (_) @name type: (_)? @type) @definition.field)))
(type_alias_declaration value: (intersection_type [(type_identifier) (generic_type) (nested_type_identifier)] @super.extends)) @definition.type_alias

; fields and typed bindings
(public_field_definition name: (_) @name type: (_)? @type value: (_)? @value) @definition.field
(public_field_definition name: (_) @name value: (arrow_function parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(public_field_definition name: (_) @name value: (arrow_function parameter: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(public_field_definition name: (_) @name value: (function_expression parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure
(variable_declarator value: (arrow_function return_type: (_) @returns)) @definition.function
(variable_declarator value: (arrow_function type_parameters: (_) @type_parameters)) @definition.function
(variable_declarator name: (identifier) @name type: (_) @type value: (_)? @value) @binding.assign
(required_parameter (accessibility_modifier) pattern: (identifier) @name type: (_)? @type) @binding.member
(required_parameter "readonly" pattern: (identifier) @name type: (_)? @type) @binding.member
(arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @name type: (_)? @type))) @binding.param
(function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @name type: (_)? @type))) @binding.param
(variable_declarator type: (_) @type value: [(arrow_function) (function_expression)]) @definition.function
(variable_declarator type: (_) @type value: (object)) @definition.variable
(return_statement [(arrow_function) (function_expression)] @value @name) @binding.return
(arrow_function body: [(arrow_function) (function_expression)] @value @name) @binding.return

; uses
(type_identifier) @reference.type
(extends_clause value: (identifier) @reference.type)
(extends_clause value: (member_expression object: (_) @receiver property: (_) @reference.type))
(nested_type_identifier module: (_) @receiver name: (_) @reference.type)
(import_require_clause (identifier) @alias source: (string) @module) @import.require
