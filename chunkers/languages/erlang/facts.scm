(comment) @comment
(module_attribute name: (_) @package)

(fun_decl clause: (function_clause name: (_) @name args: (_) @parameters body: (_)? @body)) @definition.function
(record_decl name: (_) @name) @definition.record
(type_alias name: (type_name name: (_) @name)) @definition.type_alias
(opaque name: (type_name name: (_) @name)) @definition.type_alias
(pp_define lhs: (macro_lhs name: (_) @name args: (_) @parameters) replacement: (_) @body) @definition.function @tag.macro
(pp_define lhs: (macro_lhs name: (_) @name !args) replacement: (_) @value) @definition.constant
(callback fun: (_) @name sigs: (type_sig args: (_) @parameters)) @definition.function @tag.abstract
(spec fun: (_) @name) @decorator

(import_attribute module: (_) @module funs: (fa fun: (_) @name)) @import.import
(pp_include file: (string) @module) @import.include
(pp_include_lib file: (string) @module) @import.include
(behaviour_attribute name: (_) @module) @import.import

(match_expr lhs: (var) @name rhs: (_) @value) @binding.assign
(call expr: (atom) @reference.call args: (_) @arguments)
(call expr: (remote module: (_) @receiver fun: (_) @reference.call) args: (_) @arguments)
(internal_fun fun: (atom) @reference.value)
(external_fun module: (_) @receiver fun: (_) @reference.value)
(record_expr name: (record_name name: (_) @reference.new))
(macro_call_expr name: (_) @reference.read)
[(fun_clause) (cr_clause) (function_clause)] @block
