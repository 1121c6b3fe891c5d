"""The words every game shares: dice and those who answer for them, exact odds, processes of many rounds."""
