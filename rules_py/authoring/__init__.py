"""For those who write games: a mistake told in one line, a loop without end named. No part of the engine."""
