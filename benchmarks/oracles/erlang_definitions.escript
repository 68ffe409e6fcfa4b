#!/usr/bin/env escript
%% Prints one line per function (all clauses as one) and record of the given files, by Erlang's own scanner: path, kind, name, first,
%% declaration and last line. A form ends with its dot; specifications directly before a function belong to it.
-mode(compile).

main([Listing | _]) ->
    {ok, Text} = file:read_file(Listing),
    [file(binary_to_list(Path)) || Path <- binary:split(Text, <<"\n">>, [global]), Path =/= <<>>].

file(Path) ->
    {ok, Bytes} = file:read_file(Path),
    case erl_scan:string(unicode:characters_to_list(Bytes), {1, 1}, []) of
        {ok, Tokens, _} -> forms(Path, Tokens, [], none);
        _ -> row(Path, broken, "", 0, 0, 0)
    end.

forms(_, [], _, _) -> ok;
forms(Path, [{dot, Where} | Rest], Form, Spec) ->
    forms(Path, Rest, [], form(Path, lists:reverse(Form), line(Where), Spec));
forms(Path, [Token | Rest], Form, Spec) -> forms(Path, Rest, [Token | Form], Spec).

form(_, [{'-', Where}, {atom, _, spec}, {atom, _, Name} | _], _, none) -> {Name, line(Where)};
form(_, [{'-', Where}, {'spec', _}, {atom, _, Name} | _], _, none) -> {Name, line(Where)};
form(Path, [{'-', Where}, {atom, _, record}, {'(', _}, {atom, At, Name} | _], Last, _) ->
    row(Path, record, Name, line(Where), line(At), Last), none;
form(Path, [{atom, Where, Name}, {'(', _} | _], Last, Spec) ->
    First = case Spec of {Name, Line} -> Line; _ -> line(Where) end,
    row(Path, function, Name, First, line(Where), Last), none;
form(_, _, _, _) -> none.

line({Line, _}) -> Line.

row(Path, Kind, Name, First, At, Last) -> io:format("~ts\t~ts\t~ts\t~b\t~b\t~b~n", [Path, Kind, Name, First, At, Last]).
