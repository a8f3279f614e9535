import { afterEach, describe, expect, it } from 'vitest';
import { type FileSource, OpenFile } from '../../../web/document/open-file.ts';
import { addFiles, closeAllFiles } from '../../../web/document/state.ts';
import { addTextures, textures } from '../../../web/document/textures.ts';
import { slotsOf } from '../../../web/explain/facts.ts';
import { changed, settle } from '../../../web/opening/reload.ts';
import { chooseSkin, setAlpha, slotStates } from '../../../web/opening/textures/slots.ts';
import { formatReason, missingWords, textureName } from '../../../web/skins/words.ts';
import { loadCore } from '../support/core.ts';
import { infoWith } from '../support/fakes.ts';
import { bytesOf, JELLYFISH } from '../support/samples.ts';

const source = (name: string): FileSource => ({ name, read: async () => new Blob() });

async function open(name = 'jellyfish.abc') {
  const file = new OpenFile(source(name), (await loadCore()).open(bytesOf(JELLYFISH)));
  addFiles([file]);
  return file;
}

afterEach(() => {
  textures.value = [];
  closeAllFiles();
});

const names = (file: Awaited<ReturnType<typeof open>>) => slotStates(file).map((slot) => slot.source?.name);

describe('the slots of a model', () => {
  it('are those of its pieces with faces, once each', () => {
    const piece = (materialIndex: number, faces = 1) => ({ materialIndex, lods: [{ faces }] });
    const info = (...pieces: object[]) => infoWith({ pieces });
    expect(slotsOf(info(piece(3), piece(0), piece(3), piece(7, 0)))).toEqual([0, 3]);
    expect(slotsOf(info(...Array.from({ length: 5000 }, (_, i) => piece(i))))).toHaveLength(100);
  });

  it('find textures that come later, and the newest of a name', async () => {
    const file = await open();
    expect(names(file)).toEqual([undefined]);
    const first = source('jellyfish.dtx');
    addTextures([first, source('other.dtx')]);
    expect(slotStates(file)[0]?.source).toBe(first);
    const second = source('jellyfish.dtx');
    addTextures([second]);
    expect(slotStates(file)[0]?.source).toBe(second);
    expect(textures.value).toHaveLength(2);
  });

  it('keep what the user chose when the model is read again, or the texture', async () => {
    const file = await open();
    addTextures([source('jellyfish.dtx'), source('other.png')]);
    chooseSkin(file, 0, textures.value[1]);
    setAlpha(file, 0, true);
    const bytes = file.parsed.bytes.slice();
    bytes[bytes.length - 1] = 1;
    settle(changed(file, (await loadCore()).open(bytes), file.source));
    expect(slotStates(file)[0]).toMatchObject({ source: { name: 'other.png' }, alpha: true });
    const repainted = source('other.png');
    addTextures([repainted]);
    expect(slotStates(file)[0]?.source).toBe(repainted);
    chooseSkin(file, 0, null);
    expect(names(file)).toEqual([undefined]);
    chooseSkin(file, 0, undefined);
    expect(names(file)).toEqual(['jellyfish.dtx']);
  });
});

describe('slots in words', () => {
  it('say why, and what was looked for', async () => {
    const file = await open('models/jellyfish.abc');
    const only = () => slotStates(file)[0] as ReturnType<typeof slotStates>[number];
    expect(formatReason(only(), false)).toBe('Looked for jellyfish.dtx, jellyfish_a.dtx');
    expect(formatReason(only(), true)).toBe('Looked for jellyfish.dtx, jellyfish_a.dtx, also in the library');
    expect(missingWords([only()], false)).toEqual({
      slots: 'No skin for slot 0',
      text: 'No skin for slot 0: looked for jellyfish.dtx',
      more: 1,
    });
    expect(missingWords([only()], true)).toEqual({
      slots: 'No skin for slot 0',
      text: 'No skin for slot 0: looked for jellyfish.dtx, jellyfish_a.dtx',
      more: 0,
    });
    addTextures([source('skins/jellyfish.dtx')]);
    expect(formatReason(only(), false)).toBe('Matched: it is where the model’s folder suggests');
    expect(missingWords([only()], false).text).toBe('');
    chooseSkin(file, 0, null);
    expect(formatReason(only(), false)).toBe('Removed by you');
    // What the user took away is not missed.
    expect(missingWords([only()], false).text).toBe('');
    expect(textureName('game\\skins/a.dtx')).toBe('a.dtx (game\\skins)');
    expect(textureName('a.dtx')).toBe('a.dtx');
  });
});
