# Prints one line per module, function (all clauses as one) and test of the given files, by Elixir's own parser: path, kind, name, first,
# declaration and last line.
defmodule Definitions do
  @functions [:def, :defp, :defmacro, :defmacrop, :defguard, :defguardp, :defdelegate]
  @before [:doc, :typedoc, :spec, :impl, :deprecated, :dialyzer, :tag, :since, :decorate]

  def run(path) do
    options = [columns: true, token_metadata: true, literal_encoder: &{:ok, {:__block__, &2, [&1]}}]

    case Code.string_to_quoted(File.read!(path), options) do
      {:ok, tree} -> visit(path, statements(tree), false)
      {:error, _} -> row(path, "broken", "", 0, 0, 0)
    end
  end

  defp row(path, kind, name, first, at, last), do: IO.puts(Enum.join([path, kind, name, first, at, last], "\t"))

  defp statements({:__block__, meta, [one]} = node), do: if(is_tuple(one) or not Keyword.has_key?(meta, :line), do: [one], else: [node])
  defp statements({:__block__, _, many}), do: many
  defp statements(one), do: [one]

  defp visit(path, list, inside) do
    list
    |> Enum.reduce({nil, nil}, fn node, {first, open} ->
      kind = kind(node)
      start = first || line(node)

      case kind do
        {:attribute, name} when name in @before ->
          {first || line(node), open}

        {:function, name, arity, at} ->
          key = {name, arity}

          case open do
            {^key, s, a, _} -> {nil, {key, s, a, last(node)}}
            _ -> flush(path, open, inside) && {nil, {key, start, at, last(node)}}
          end
          |> tap(fn _ -> visit_children(path, node, true) end)

        {:module, name, at} ->
          flush(path, open, inside)
          if name && !inside, do: row(path, "module", name, start, at, last(node))
          visit_children(path, node, inside)
          {nil, nil}

        {:test, name, at, deeper} ->
          flush(path, open, inside)
          if !inside, do: row(path, "test", name, start, at, last(node))
          visit_children(path, node, inside or deeper)
          {nil, nil}

        _ ->
          flush(path, open, inside)
          visit_children(path, node, inside)
          {nil, nil}
      end
    end)
    |> then(fn {_, open} -> flush(path, open, inside) end)
  end

  defp flush(_, nil, _), do: true
  defp flush(path, {{name, _}, first, at, last}, inside), do: (if(!inside, do: row(path, "function", name, first, at, last)); true)

  defp visit_children(path, {_, _, arguments}, inside) when is_list(arguments) do
    for argument <- arguments, block <- blocks(argument), do: visit(path, statements(block), inside)
  end

  defp visit_children(_, _, _), do: :ok

  defp blocks(list) when is_list(list) do
    Enum.flat_map(list, fn
      {{:__block__, _, [key]}, value} when is_atom(key) -> if(is_list(value), do: Enum.flat_map(value, &blocks/1), else: [value])
      {:->, _, [_, body]} -> [body]
      _ -> []
    end)
  end

  defp blocks({:->, _, [_, body]}), do: [body]
  defp blocks({:fn, _, clauses}), do: Enum.flat_map(clauses, &blocks/1)
  defp blocks({name, _, arguments} = node) when is_list(arguments) and name not in [:__block__, :->], do: [node]
  defp blocks(_), do: []

  defp kind({:@, _, [{name, _, _}]}), do: {:attribute, name}

  defp kind({word, _, [head | _]}) when word in @functions do
    case head do
      {:when, _, [inner | _]} -> named(inner)
      inner -> named(inner)
    end
  end

  defp kind({word, _, [{:__aliases__, meta, parts} | _]}) when word in [:defmodule, :defprotocol, :defimpl],
    do: {:module, (if Enum.all?(parts, &is_atom/1), do: Enum.join(parts, ".")), meta[:line]}

  defp kind({word, meta, [{:__block__, _, [title]} | rest]}) when word in [:test, :property, :describe] and is_binary(title) and rest != [],
    do: if(has_do(rest), do: {:test, title, meta[:line], word != :describe}, else: nil)

  defp kind(_), do: nil

  defp has_do(rest), do: Enum.any?(List.flatten(rest), &match?({{:__block__, _, [:do]}, _}, &1))

  defp named({name, meta, arguments}) when is_atom(name), do: {:function, to_string(name), length(arguments || []), meta[:line]}
  defp named({{:unquote, meta, [{name, _, _}]}, _, arguments}) when is_atom(name), do: {:function, "unquote(#{name})", length(arguments || []), meta[:line]}
  defp named(_), do: nil

  defp line({_, meta, _} = node), do: Enum.min([meta[:line] || 1_000_000_000 | lines(node)])
  defp line(_), do: 1_000_000_000

  defp last({_, meta, _} = node) do
    case meta[:end_of_expression] do
      nil -> Enum.max([meta[:end][:line] || 0 | lines(node)])
      ending -> ending[:line]
    end
  end

  defp lines(node) do
    {_, found} =
      Macro.prewalk(node, [], fn
        {_, meta, value} = one, found when is_list(meta) ->
          {one, Enum.reject([meta[:line], meta[:closing][:line], meta[:end][:line], meta[:end_of_expression][:line], text_end(meta, value)], &is_nil/1) ++ found}

        one, found ->
          {one, found}
      end)

    found
  end

  defp text_end(meta, [text]) when is_binary(text) do
    breaks = text |> String.graphemes() |> Enum.count(&(&1 == "\n"))
    if meta[:delimiter] == "\"\"\"", do: meta[:line] + breaks + 1, else: nil
  end

  defp text_end(_, _), do: nil
end

[listing | _] = System.argv()
for path <- listing |> File.read!() |> String.split("\n", trim: true), do: Definitions.run(path)
