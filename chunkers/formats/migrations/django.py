"""Django: `migrations.AddField(model_name="order", name="status", ...)`; the model's name stands for the table."""

from __future__ import annotations

from collections.abc import Callable

from chunkers.formats.migrations.tool import Site, Tool
from chunkers.formats.migrations.values import Call, Items, Value, text_of, texts_of
from chunkers.formats.relational import operation as ops
from chunkers.formats.relational.operation import Action, Operation
from chunkers.formats.relational.statements import operation_of_text


def _create_model(call: Call) -> Operation | None:
    name = text_of(call.argument(0, "name"))
    fields = call.argument(1, "fields")
    pairs = (
        [item.items for item in fields.items if isinstance(item, Items) and len(item.items) > 1]
        if isinstance(fields, Items)
        else []
    )
    columns = [text for pair in pairs if (text := text_of(pair[0]))]
    reads = [table for pair in pairs for table in _related(pair[1])]
    return ops.create_table(name, columns, reads) if name else None


def _related(value: Value) -> list[str]:
    if not isinstance(value, Call) or value.method not in {"ForeignKey", "OneToOneField", "ManyToManyField"}:
        return []
    target = text_of(value.keywords.get("to") or value.argument(0))
    return [target.rpartition(".")[2]] if target and target != "self" else []


def _field(call: Call, make: Callable[[str, str], Operation]) -> Operation | None:
    model, name = text_of(call.argument(0, "model_name")), text_of(call.argument(1, "name"))
    return make(model, name) if model and name else None


def _add_field(call: Call) -> Operation | None:
    reads = _related(call.argument(2, "field"))
    return _field(call, lambda model, name: ops.add_column(model, name, reads=reads[0] if reads else None))


def _rename_field(call: Call) -> Operation | None:
    model, old, new = (
        text_of(call.argument(place, key)) for place, key in enumerate(("model_name", "old_name", "new_name"))
    )
    return ops.rename_column(model, old, new) if model and old else None


def _model(call: Call, make: Callable[[str], Operation]) -> Operation | None:
    name = text_of(call.argument(0, "name", "model_name"))
    return make(name) if name else None


def _rename_model(call: Call) -> Operation | None:
    old, new = text_of(call.argument(0, "old_name")), text_of(call.argument(1, "new_name"))
    return ops.rename_table(old, new) if old and new else None


def _add_index(call: Call) -> Operation | None:
    index = call.argument(1, "index")
    if not isinstance(index, Call):
        return None
    name, columns = text_of(index.keywords.get("name")), texts_of(index.keywords.get("fields"))
    return _model(call, lambda model: ops.create_index(name, model, [column.lstrip("-") for column in columns]))


def _add_constraint(call: Call) -> Operation | None:
    constraint = call.argument(1, "constraint")
    name = text_of(constraint.keywords.get("name")) if isinstance(constraint, Call) else None
    columns = texts_of(constraint.keywords.get("fields")) if isinstance(constraint, Call) else ()
    return _model(call, lambda model: ops.add_constraint(model, name, "CONSTRAINT", columns))


def _altered(call: Call) -> Operation | None:
    return _model(call, lambda model: ops.alter_table(model, ()))


def _rename_index(call: Call) -> Operation | None:
    new, old = text_of(call.argument(1, "new_name")), text_of(call.keywords.get("old_name"))
    return _model(
        call,
        lambda model: ops.alter_table(model, [Action("rename_index", f"RENAME INDEX {old or new}", renamed_to=new)]),
    )


def _run_sql(call: Call) -> Operation | None:
    value = call.argument(0, "sql")
    rows = value.items if isinstance(value, Items) else (value,)
    # a statement with parameters is a pair: the text, and a list or None
    texts = [text for row in rows for text in texts_of(row.items[0] if isinstance(row, Items) and row.items else row)]
    return (
        operation_of_text(";\n".join(texts))
        if texts and not isinstance(value, Call)
        else ops.unknown(["RunSQL"], "run_sql")
    )


def _run_python(call: Call) -> Operation:
    return ops.unknown(["RunPython", text_of(call.argument(0, "code")) or ""], "run_python")


_OPERATIONS: dict[str, Callable[[Call], Operation | None]] = {
    "CreateModel": _create_model,
    "DeleteModel": lambda call: _model(call, ops.drop_table),
    "RenameModel": _rename_model,
    "AddField": _add_field,
    "RemoveField": lambda call: _field(call, ops.drop_column),
    "AlterField": lambda call: _field(call, ops.alter_column),
    "RenameField": _rename_field,
    "AddIndex": _add_index,
    "RemoveIndex": lambda call: _field(call, lambda model, name: ops.drop_index(name, model)),
    "RenameIndex": _rename_index,
    "AddConstraint": _add_constraint,
    "RemoveConstraint": lambda call: _field(call, ops.drop_constraint),
    "AlterUniqueTogether": lambda call: _model(call, lambda model: ops.add_constraint(model, None, "UNIQUE")),
    "AlterIndexTogether": lambda call: _model(call, lambda model: ops.create_index(None, model)),
    "AlterModelTable": lambda call: _model(
        call, lambda model: ops.rename_table(model, text_of(call.argument(1, "table")) or "")
    ),
    "AlterModelTableComment": _altered,
    "AlterModelOptions": _altered,
    "AlterModelManagers": _altered,
    "AlterOrderWithRespectTo": _altered,
    "RunSQL": _run_sql,
    "RunPython": _run_python,
    "AddIndexConcurrently": _add_index,
    "RemoveIndexConcurrently": lambda call: _field(call, lambda model, name: ops.drop_index(name, model)),
    "CreateExtension": lambda call: _model(call, lambda name: ops.plain("CREATE", "EXTENSION", name)),
    "AddConstraintNotValid": _add_constraint,
    "ValidateConstraint": _altered,
}


def _read(site: Site) -> Operation | None:
    call = site.call
    if call.method not in _OPERATIONS or call.receiver not in {"", "migrations", "django.db.migrations", "operations"}:
        return None
    return _OPERATIONS[call.method](call)


TOOL = Tool("django", _read, directions=False, methods=frozenset(_OPERATIONS))
