/** Textures of games: a cube map, and palettes. */
import { expect, test } from 'vitest';
import { texelBytes } from '../../../../web/skins/texel.ts';
import { loadDtx } from '../../../web/support/dtx.ts';
import { corpusBytes } from '../../support.ts';

const library = await loadDtx();

test('other/icecubemap10.dtx has five of its six faces in a section, and every texel its bytes there', () => {
  const file = library.open(corpusBytes('other/icecubemap10.dtx'));
  expect(file.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { faces, format } = file.texture ?? { faces: [], format: 'unknown' };
  expect(format).toBe('DXT5');
  // A face has 64 × 64, 32 × 32, 16 × 16 and 8 × 8 texels of a byte each; the head of the section has 32 bytes.
  const starts = [164, 5636, 11076, 16516, 21956, 27396];
  expect(faces.map((levels) => levels.map(({ offset }) => offset))).toEqual(
    starts.map((start) => [start, start + 4096, start + 5120, start + 5376]),
  );
  for (const [face, levels] of faces.entries()) {
    for (const [level, info] of levels.entries()) {
      const bytes = texelBytes(format, info, info.width - 1, info.height - 1, false);
      const holder = face === 0 ? '' : `Sections[0].Faces[${face - 1}].`;
      const block = (info.width / 4) * (info.height / 4) - 1;
      expect(file.resolve(`${holder}Mips[${level}].Pixels[${block}]`)).toMatchObject(bytes ?? {});
      expect(file.pixels(level, face)).toHaveLength(info.width * info.height * 4);
    }
  }
});

test.each([
  ['kiss/skins/FLAG.DTX', 128, 64],
  ['kiss/skins/STRUTTER.DTX', 256, 256],
])('%s is its palette at its indices', (path, width, height) => {
  const bytes = corpusBytes(path);
  const pixels = library.open(bytes).pixels(0);
  expect(pixels?.length).toBe(width * height * 4);
  for (let i = 0; i < width * height; i += 997) {
    const color = 172 + 4 * (bytes[1196 + i] ?? 0);
    expect(pixels?.subarray(4 * i, 4 * i + 3)).toEqual(
      new Uint8ClampedArray(bytes.subarray(color + 1, color + 4)),
    );
  }
});
