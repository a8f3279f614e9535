/**
 * Property tests take the same inputs in every run: a failure is then about the change, and comes again.
 * PROPERTY_SEED=random looks for new ones, PROPERTY_RUNS sets how many.
 */
import fc from 'fast-check';

const { PROPERTY_SEED: seed = '1999', PROPERTY_RUNS: runs = '300' } = process.env;

fc.configureGlobal({ numRuns: Number(runs), ...(seed !== 'random' && { seed: Number(seed) }) });
