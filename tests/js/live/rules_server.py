"""Serve the rules to the tests in this folder.

Each connection gets the HTML that the build would print, then a reply to each line of JSON. The server is a
separate process, so that the games of the tests are unknown to others, and forks for each page, so that pages
don't share state. It prints its port.
"""

import json
from pathlib import Path
from socketserver import ForkingTCPServer, StreamRequestHandler

from rules_py import present, systems, web
from rules_py.analysis.number_refs import NumberRef
from rules_py.analysis.plot_spec import CURVE, PlotSpec, SeriesSpec
from rules_py.api import odds_of
from rules_py.present import plot as plots
from rules_py.systems import registry

systems.__path__.append(str(Path(__file__).parent / "games"))

game = registry.game("wayfarer")
spec = PlotSpec(
    game.calculators[0],
    CURVE,
    (SeriesSpec("", {}, NumberRef("at_least", "top")),),
    {"slope": "hill"},
    "legs",
    (0, 1, 2),
    ("0", "1", "2"),
)
plot = plots.plot_from_spec(spec, spec.numbers(spec.bind_all(), odds_of), "A hill, by legs")
dichotomy = registry.game("dichotomy")
html_by_part = {
    "sheet": present.render_sheet(game, game.sheet),
    "list": present.render_reference(game, game.references[0]),
    "asking list": present.render_reference(game, game.references[1]),
    "desk": present.render_tracker(dichotomy, dichotomy.tracker),
    "foes": present.render_reference(dichotomy, dichotomy.reference(dichotomy.tracker.setup.reference_list)),
    "roller": present.render_calculator(game.calculators[0], {"legs": 0, "slope": "cliff"}),
    "opened": present.render_calculator(game.calculators[0], {}, is_open=True),
    "plot": plots.render_plot(plot, live=plots.custom_inputs_collapsible(spec, plot.title)),
    "kept": present.render_backup([game, dichotomy]),
    **{
        f"sheet of {each.id}": present.render_sheet(each, each.sheet)
        for each in registry.games()
        if each.sheet
    },
    "tray": present.render_tray(registry.notation_calculator()),
    "own dice": present.render_calculator(
        registry.calculator("tools.throw"), {"notation": "2d12 + d6"}, title="A wall falls", is_open=True
    ),
}


class Page(StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(f"{json.dumps(html_by_part)}\n".encode())
        for line in self.rfile:
            self.wfile.write(f"{web.respond(line.decode())}\n".encode())


with ForkingTCPServer(("127.0.0.1", 0), Page) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
