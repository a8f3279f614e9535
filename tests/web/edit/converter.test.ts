/** Conversions of a model in a worker: each is made once, the one that is wanted first, and none of an old content is taken for one of the new. */
import type { AbcFile } from '@lithoscope/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { Converter } from '../../../web/edit/convert/converter.ts';
import { type FakeWorker, fakeWorkers } from '../support/task-worker.ts';

const modelOf = (byte: number) => ({ bytes: new Uint8Array([byte]), info: { format: 'abc' } }) as AbcFile;
const made = (byte: number) => ({ bytes: new Uint8Array([byte]), lost: ['Lost.'], added: [] });
const settled = () => new Promise((resolve) => setTimeout(resolve));

let workers: FakeWorker[];
let converter: Converter;
const worker = (i: number) => workers[i] as FakeWorker;

beforeEach(() => {
  const fakes = fakeWorkers();
  workers = fakes.made;
  converter = new Converter(fakes.start);
});

test('one is made once, and told when it is there', async () => {
  const model = modelOf(1);
  const done = vi.fn();
  expect(converter.outcome(model, 'lta', done)).toBeNull();
  expect(converter.outcome(model, 'lta', done)).toBeNull();
  expect(worker(0).orders).toEqual([{ ...modelOf(1), target: 'lta' }]);
  worker(0).result(made(7));
  await settled();
  expect(done).toHaveBeenCalledTimes(1);
  expect(converter.outcome(model, 'lta', done)).toEqual(made(7));
  expect(worker(0).runs).toHaveLength(1);
});

test('another target ends the one that is being made', async () => {
  const model = modelOf(1);
  const done = vi.fn();
  converter.outcome(model, 'lta', done);
  converter.outcome(model, 'ltc', done);
  expect(worker(0).isEnded).toBe(true);
  worker(1).result(made(8));
  await settled();
  expect(converter.outcome(model, 'ltc', done)).toEqual(made(8));
  // The first is begun again when it is wanted again.
  expect(converter.outcome(model, 'lta', done)).toBeNull();
  expect(workers.at(-1)?.orders.at(-1)).toMatchObject({ target: 'lta' });
});

test('a refusal and a failure are sentences', async () => {
  const model = modelOf(1);
  converter.outcome(model, 'lta', () => {});
  worker(0).result({ refused: 'It cannot be done.' });
  await settled();
  expect(converter.outcome(model, 'lta', () => {})).toBe('It cannot be done.');
  converter.outcome(model, '6', () => {});
  workers.at(-1)?.fail('There is not enough memory.');
  await settled();
  expect(converter.outcome(model, '6', () => {})).toBe('There is not enough memory.');
});

test('what was made of another content is forgotten', async () => {
  const done = vi.fn();
  converter.outcome(modelOf(1), 'lta', done);
  const now = modelOf(2);
  expect(converter.outcome(now, 'lta', done)).toBeNull();
  workers.at(-1)?.result(made(9));
  await settled();
  expect(converter.outcome(now, 'lta', done)).toEqual(made(9));
  expect(done).toHaveBeenCalledTimes(1);
  converter.end();
  expect(workers.every(({ isEnded }) => isEnded)).toBe(true);
});
