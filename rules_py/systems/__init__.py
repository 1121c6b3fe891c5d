"""One folder a game; each exports GAME. Nothing here knows which games there are."""
