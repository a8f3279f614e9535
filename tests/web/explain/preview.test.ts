import type { AbcFile } from '@lithoscope/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { preview } from '../../../web/explain/preview.ts';
import { loadCore } from '../support/core.ts';
import { sample } from '../support/samples.ts';

let parsed: AbcFile;
beforeAll(async () => {
  parsed = (await loadCore()).open(new Uint8Array(sample('clockwork.abc')));
});

const shown = (path: string) => {
  const node = parsed.resolve(path);
  return node ? preview(parsed, node, 'rounded') : null;
};

describe('preview', () => {
  it('writes offsets as the addresses beside them, in hex', () => {
    const [first, second] = parsed.info.sections;
    expect(shown(`${first?.type}.NextSectionOffset`)).toBe(`0x${second?.offset.toString(16).toUpperCase()}`);
    const last = parsed.info.sections.at(-1);
    expect(shown(`${last?.type}.NextSectionOffset`)).toBe('0xFFFFFFFF (none)');
  });

  it('writes a packed normal as its bytes and as the vector that they are', async () => {
    const jellyfish = (await loadCore()).open(new Uint8Array(sample('jellyfish.abc')));
    const node = jellyfish.resolve('Geometry.FaceInfo[0].FaceNormal');
    const [bytes, vector] = (node ? preview(jellyfish, node, 'rounded') : '').split('  (');
    const numbers = (bytes ?? '').split(/ +/).map((text) => Number(text.replace('−', '-')));
    expect(numbers).toHaveLength(3);
    expect(`(${vector}`).toBe(`(${numbers.map((n) => (n / 127).toFixed(2).replace('-', '−')).join('  ')})`);
  });

  it('writes other numbers in decimal', () => {
    expect(shown('Header.Version')).toBe(String(parsed.info.version));
  });
});
