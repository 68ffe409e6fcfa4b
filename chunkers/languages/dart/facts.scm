[(comment) (documentation_comment)] @comment
(library_name (dotted_identifier_list) @package)

(class_definition name: (identifier) @name) @definition.class
(class_definition (mixin_application_class . (identifier) @name (mixin_application . (type_identifier) @super.extends))) @definition.class
(class_definition (superclass . (type_identifier) @super.extends)) @definition.class
(class_definition (superclass (mixins (type_identifier) @super.embeds))) @definition.class
(class_definition (interfaces (type_identifier) @super.implements)) @definition.class
(mixin_declaration . (mixin) . (identifier) @name (class_body) @body) @definition.trait
(mixin_declaration (identifier) @name (class_body) @body) @definition.trait
(mixin_declaration (interfaces (type_identifier) @super.implements)) @definition.trait
(extension_declaration name: (identifier) @name) @definition.class
(extension_declaration !name class: (_) @name) @definition.class @tag.extension
(extension_type_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_declaration (interfaces (type_identifier) @super.implements)) @definition.enum
(enum_constant name: (identifier) @name) @definition.enum_member
(type_alias . (type_identifier) @name) @definition.type_alias
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type_alias

; functions: a body stands beside its signature
(program (function_signature name: (identifier) @name (formal_parameter_list) @parameters) @definition.function)
(program (function_signature) @definition.function . (function_body) @body)
(program (getter_signature name: (identifier) @name) @definition.function @tag.getter . (function_body) @body)
(program (setter_signature name: (identifier) @name (formal_parameter_list) @parameters) @definition.function @tag.setter . (function_body) @body)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name (formal_parameter_list) @parameters) body: (function_body) @body)) @definition.function

; members
(method_signature (function_signature name: (identifier) @name (formal_parameter_list) @parameters)) @definition.method
(method_signature (getter_signature name: (identifier) @name)) @definition.method @tag.getter
(method_signature (setter_signature name: (identifier) @name (formal_parameter_list) @parameters)) @definition.method @tag.setter
(method_signature (operator_signature "operator" @name (formal_parameter_list) @parameters)) @definition.method
(method_signature (operator_signature "operator" . _ @name . (formal_parameter_list))) @definition.method
(method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list) @parameters)) @definition.constructor
(method_signature (constructor_signature name: (identifier) @name . parameters: (_) @parameters)) @definition.constructor
(_ (method_signature) @definition.method . (function_body) @body)
(declaration (function_signature name: (identifier) @name (formal_parameter_list) @parameters)) @definition.method
(declaration (getter_signature name: (identifier) @name)) @definition.method @tag.getter
(declaration (setter_signature name: (identifier) @name (formal_parameter_list) @parameters)) @definition.method @tag.setter
(declaration (operator_signature "operator" . _ @name . (formal_parameter_list) @parameters)) @definition.method
(declaration (constructor_signature name: (identifier) @name . parameters: (_) @parameters)) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list) @parameters)) @definition.constructor
(declaration (factory_constructor_signature (identifier) @name . (formal_parameter_list) @parameters)) @definition.constructor
(declaration (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list) @parameters)) @definition.constructor
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.field)) @outer
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.field)) @outer

(annotation name: (_) @name (arguments)? @arguments) @decorator

(library_import (import_specification (configurable_uri (uri (string_literal) @module)))) @import.import
(library_import (import_specification (configurable_uri (uri (string_literal) @module)) (identifier) @alias)) @import.import
(library_import (import_specification (configurable_uri (uri (string_literal) @module)) (combinator "show" (identifier) @name))) @import.import
(library_export (configurable_uri (uri (string_literal) @module)) @scope) @import.reexport
(part_directive (uri (string_literal) @module)) @import.include

(initialized_variable_definition name: (identifier) @name value: (_)? @value) @binding.assign
(program (static_final_declaration_list (static_final_declaration . (identifier) @name)) @binding.assign)
(program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @binding.assign)
(for_loop_parts name: (identifier) @name value: (_) @value) @binding.for

(_ (identifier) @reference.call . (selector (argument_part (arguments) @arguments)))
(_ (_) @receiver . (selector (unconditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part (arguments) @arguments)))
(_ (_) @receiver . (selector (conditional_assignable_selector (identifier) @reference.call)) . (selector (argument_part (arguments) @arguments)))
(new_expression (type_identifier) @reference.new)
(const_object_expression (type_identifier) @reference.new)
(type_identifier) @reference.type
(argument . (identifier) @reference.value .)
[(block) (function_expression) (for_statement) (catch_clause)] @block
