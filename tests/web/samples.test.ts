/** The samples that come with the page. That they are what the generator makes is a native test. */
import { readFileSync } from 'node:fs';
import type { AbcFile, Lithoscope } from '@lithoscope/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Sample } from '../../web/files/samples.ts';
import { loadCore } from './support/core.ts';
import { expectClose } from './support/expect-close.ts';

const folder = new URL('../../public/samples/', import.meta.url);
const samples: Sample[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));

let core: Lithoscope;

beforeAll(async () => {
  core = await loadCore();
});

function open(file: string): AbcFile {
  return core.open(new Uint8Array(readFileSync(new URL(file, folder))));
}

describe.each(samples)('$title', ({ file, text }) => {
  test('has one short line to say what there is to see', () => {
    expect(text.length).toBeGreaterThan(20);
    expect(text.length).toBeLessThan(120);
    expect(text).not.toContain('\n');
  });

  test('reads without a finding, every byte known', () => {
    const abc = open(file);
    expect(abc.findings).toEqual([]);
    expect(abc.coverage.known).toBe(abc.bytes.length);
  });

  test('loops without a jump', () => {
    const abc = open(file);
    for (const [animation, { name }] of abc.info.animations.entries()) {
      const { times } = abc.keyframes(animation);
      const at = (timeMs: number) => abc.evaluate({ animation, timeMs, loop: false, lod: 0 });
      const first = at(0);
      const last = at(times[times.length - 1] ?? 0);
      expectClose(last?.nodes ?? [], first?.nodes ?? [1], 1e-6, `${name}: nodes`);
      for (const [piece, { positions }] of (first?.pieces ?? []).entries()) {
        expectClose(last?.pieces[piece]?.positions ?? [], positions, 1e-6, `${name}: piece ${piece}`);
      }
    }
  });
});
