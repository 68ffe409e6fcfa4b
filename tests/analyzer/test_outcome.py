import click
import pytest

from analyzer.cli.outcome import INTERRUPTED, TERMINATED, Stopped, run


@pytest.mark.parametrize("code", [INTERRUPTED, TERMINATED])
def test_a_signal_wrapped_into_an_error_by_the_interpreter_is_still_a_signal(
    code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    class Named:
        def __set_name__(self, owner: type, name: str) -> None:
            raise Stopped(code)

    @click.command()
    def command() -> None:
        try:
            type("Owner", (), {"x": Named()})
        except Stopped as stop:  # newer interpreters let it through; older ones wrap it as here
            raise RuntimeError("Error calling __set_name__") from stop

    assert run(command, []) == code
    assert "bug" not in capsys.readouterr().err
