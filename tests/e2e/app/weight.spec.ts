/** What a first visitor loads, which grows unseen: the count of the benchmark, held to budgets. */
import { benchFirstLoad } from '../../bench/first-visit.mjs';
import { CLOCKWORK } from '../../web/support/samples.ts';
import { expect, GL, test } from '../support/page.ts';

/** KiB, each file gzipped: the goals of docs/performance.md. */
const EMPTY_PAGE = 36;
const FIRST_MODEL = 400;

test('the empty page and a first model are within their budgets', GL, async ({ baseURL }) => {
  const { empty, model } = await benchFirstLoad(`${baseURL}`, CLOCKWORK);
  expect(empty / 1024).toBeLessThanOrEqual(EMPTY_PAGE);
  expect(model / 1024).toBeLessThanOrEqual(FIRST_MODEL);
  // Both were counted.
  expect(model).toBeGreaterThan(2 * empty);
});
