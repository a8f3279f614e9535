/**
 * What holds in every file of tests. They share modules (vitest.config.ts), so that what one leaves open would be open in
 * the next.
 *
 * Property tests take the same inputs in every run: a failure is then about the change, and comes again.
 * PROPERTY_SEED=random looks for new ones, PROPERTY_RUNS sets how many.
 */
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { closeAllFiles } from '../../../web/document/state.ts';

afterAll(closeAllFiles);

const { PROPERTY_SEED: seed = '1999', PROPERTY_RUNS: runs = '300' } = process.env;

fc.configureGlobal({ numRuns: Number(runs), ...(seed !== 'random' && { seed: Number(seed) }) });
