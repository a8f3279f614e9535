/** Versions that a model can be written in, when it is of one of them. */
export const VERSIONS = [9, 10, 11, 12] as const;
