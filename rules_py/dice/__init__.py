"""Dice, exact odds and multi-round processes: the part that all games share."""
