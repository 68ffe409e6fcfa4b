(comment) @comment

(function_statement (function_name) @name (script_block)? @body) @definition.function
(function_statement (function_parameter_declaration (parameter_list) @parameters)) @definition.function
(function_statement (script_block (param_block (parameter_list) @parameters))) @definition.function
(class_statement . (simple_name) @name "{" @body) @definition.class
(class_statement . (simple_name) (simple_name) @super.extends) @definition.class
(enum_statement . (simple_name) @name "{" @body) @definition.enum
(enum_member . (simple_name) @name) @definition.enum_member
(class_method_definition (simple_name) @name (class_method_parameter_list)? @parameters "{" @body) @definition.method
(class_method_definition (type_literal) @returns (simple_name)) @definition.method
((class_statement . (simple_name) @_c (class_method_definition (simple_name) @name) @definition.constructor) (#eq? @_c @name))
(class_property_definition (type_literal)? @type (variable) @name) @definition.field
(attribute (attribute_name) @name (attribute_arguments)? @arguments) @decorator

((command command_name: (command_name) @_c command_elements: (command_elements (generic_token) @module)) @import.import (#match? @_c "(?i)^(import-module|using)$") (#not-match? @module "^(module|namespace|assembly)$"))
((command (command_invokation_operator) @_o command_name: (_) @module) @import.include (#eq? @_o "."))

(assignment_expression (left_assignment_expression (_ (_ (_ (_ (_ (_ (_ (_ (_ (variable) @name)))))))))) value: (_) @value) @binding.assign
(foreach_statement (variable) @name) @binding.for

(command command_name: (command_name) @reference.call)
(invokation_expression . (_) @receiver (member_name (simple_name) @reference.call) (argument_list)? @arguments)
(member_access . (_) @receiver (member_name (simple_name) @reference.read))
(type_identifier) @reference.type
(script_block) @block
