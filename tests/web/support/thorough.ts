/** Whether tests that sample a large space take more of it, as the whole check (.ci/run) does. */
export const thorough = Boolean(process.env.LITHOSCOPE_THOROUGH);
