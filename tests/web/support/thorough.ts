/** Whether tests that sample a large space take more of it, as the whole check (.ci/run) does. */
export const thorough = Boolean(process.env.LITHOSCOPE_THOROUGH);

/**
 * Of what does not fit into one run, the whole check takes another part each day: the days since 1970, or the one whose
 * run is to be repeated. Else always the same part.
 */
export const day = Number(process.env.LITHOSCOPE_DAY ?? 0);
