"""Calculators: mechanics with typed inputs, outcomes, measures and exact odds; comparison and goal seek."""
