(comment) @comment

; functions bound to names
(binary_operator lhs: [(identifier) @name (string content: (_) @name)] operator: ["<-" "=" "<<-"] rhs: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.function
(binary_operator lhs: (extract_operator lhs: (_) @owner rhs: (identifier) @name) operator: ["<-" "=" "<<-"] rhs: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.function
((call function: (identifier) @_c arguments: (arguments . (argument value: (string content: (_) @name)) . (comma) . (argument value: (function_definition parameters: (_) @parameters body: (_) @body)))) @definition.function (#any-of? @_c "assign" "setGeneric" "delayedAssign"))
((call function: (identifier) @_c arguments: (arguments . (argument value: (string content: (_) @name)) . (comma) . (argument value: [(string content: (_) @owner) (call arguments: (arguments . (argument value: (string content: (_) @owner))))]) . (comma) . (argument value: (function_definition parameters: (_) @parameters body: (_) @body)))) @definition.method (#any-of? @_c "setMethod" "setReplaceMethod"))
((call function: (identifier) @name arguments: (arguments . (argument value: (string content: (_) @owner)) . (comma) . (argument value: (function_definition parameters: (_) @parameters body: (_) @body)))) @definition.method (#eq? @name "setValidity"))

; lists of functions
((binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (call function: (identifier) @_l arguments: (arguments (argument value: (function_definition)))) @value) @definition.variable (#eq? @_l "list"))
((binary_operator rhs: (call function: (identifier) @_l arguments: (arguments (argument name: [(identifier) @name (string content: (_) @name)] value: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.method @tag.closure))) (#eq? @_l "list"))

; classes: S4, reference classes, R6, S7, ggproto
((call function: [(identifier) @_c (namespace_operator rhs: (identifier) @_c)] arguments: (arguments . (argument value: (string content: (_) @name)))) @definition.class (#any-of? @_c "setClass" "setRefClass" "R6Class" "ggproto" "setClassUnion" "new_class"))
((binary_operator operator: ["<-" "="] rhs: (call function: [(identifier) @_c (namespace_operator rhs: (identifier) @_c)] arguments: (arguments . (argument value: (string))) @body) @definition.class) @outer (#any-of? @_c "setClass" "setRefClass" "R6Class" "ggproto" "setClassUnion" "new_class"))
((call function: [(identifier) @_c (namespace_operator rhs: (identifier) @_c)] arguments: (arguments . (argument value: (string)) (argument name: (identifier) @_k value: [(identifier) @super.extends (string content: (_) @super.extends)]))) @definition.class (#any-of? @_c "setClass" "setRefClass" "R6Class" "new_class") (#any-of? @_k "contains" "inherit" "parent"))
((call function: [(identifier) @_c (namespace_operator rhs: (identifier) @_c)] arguments: (arguments . (argument value: (string)) . (comma) . (argument value: (identifier) @super.extends))) @definition.class (#eq? @_c "ggproto"))
((call function: [(identifier) @_c (namespace_operator rhs: (identifier) @_c)] arguments: (arguments (argument value: (call function: (identifier) @_l arguments: (arguments (argument name: (_) @name value: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.method))))) (#any-of? @_c "setRefClass" "R6Class") (#eq? @_l "list"))
((call function: [(identifier) @_c (namespace_operator rhs: (identifier) @_c)] arguments: (arguments (argument name: (_) @name value: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.method)) (#any-of? @_c "ggproto" "setClass" "new_class"))

((call function: (identifier) @_i arguments: (arguments . (argument value: [(identifier) (string)] @module))) @import.import (#any-of? @_i "library" "require" "requireNamespace" "loadNamespace"))
((call function: (identifier) @_i arguments: (arguments . (argument value: (string) @module))) @import.include (#any-of? @_i "source" "sys.source"))

(binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (_) @value) @binding.assign
(binary_operator lhs: (_) @value operator: ["->" "->>"] rhs: (identifier) @name) @binding.assign
(for_statement variable: (identifier) @name sequence: (_) @value) @binding.for

(call function: (identifier) @reference.call arguments: (_) @arguments)
(call function: (namespace_operator lhs: (_) @receiver rhs: (_) @reference.call) arguments: (_) @arguments)
(call function: (extract_operator lhs: (_) @receiver rhs: (_) @reference.call) arguments: (_) @arguments)
(extract_operator lhs: (_) @receiver rhs: (identifier) @reference.read)
(argument value: (identifier) @reference.value)
(function_definition) @block

; methods given to a class later, S7 methods
((call function: (extract_operator lhs: (identifier) @owner rhs: (identifier) @_m) arguments: (arguments (argument name: (_) @name value: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.method)) (#eq? @_m "methods"))
((call function: (extract_operator lhs: (identifier) @_o rhs: (identifier) @_m) arguments: (arguments (argument value: (call function: (identifier) @_l arguments: (arguments (argument name: (_) @name value: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.method))))) (#eq? @_m "methods") (#eq? @_l "list"))
((call function: (extract_operator lhs: (identifier) @owner rhs: (identifier) @_m) arguments: (arguments . (argument value: (string)) . (comma) . (argument value: (string content: (_) @name)) . (comma) . (argument value: (function_definition parameters: (_) @parameters body: (_) @body)))) @definition.method (#eq? @_m "set"))
((binary_operator lhs: (call function: (identifier) @_m arguments: (arguments . (argument value: (identifier) @name) . (comma) . (argument value: (identifier) @owner))) operator: ["<-" "="] rhs: (function_definition parameters: (_) @parameters body: (_) @body)) @definition.method (#eq? @_m "method"))
