import { describe, expect, it } from 'vitest';
import { filesByName, matchSlot, type NamedModel, TextureIndex } from '../../../web/explain/dependencies.ts';

const BASE = { name: 'models/Base.ABC' };
const AGENT = { name: 'agent.abc' };

describe('a file named in another', () => {
  it.each(['base.abc', 'BASE.ABC', 'Models\\Chars\\base.abc', '/models/base.abc', '\\base.abc'])(
    '%s is found without its folders, in any case',
    (name) => {
      expect(filesByName([AGENT, BASE])(name)).toBe(BASE);
    },
  );

  it.each(['', 'models/', 'bas.abc', 'otherbase.abc'])('“%s” is not found', (name) => {
    expect(filesByName([AGENT, BASE, { name: '' }])(name)).toBeNull();
  });
});

const model = (name: string, commandString = '', slots = [0, 1]): NamedModel => ({
  name,
  commandString,
  slots,
});

function match(named: NamedModel, slot: number, ...textures: string[]) {
  const { found, rule } = matchSlot([new TextureIndex(textures.map((name) => ({ name })))], named, slot);
  return found && `${found.name} (${rule})`;
}

describe('the texture of a slot', () => {
  it.each([
    // The order of abc.md §6: each line has what the lines below it would find as well.
    ['x/other.dtx (hint)', ['x/other.dtx', 'game/skins/chars/a_pv.dtx', 'a_pv.dtx']],
    ['game/skins/chars/a_pv.dtx (folder)', ['game/skins/chars/a_pv.dtx', 'game/skins/chars/a_pv_a.dtx']],
    ['game/skins/chars/a_pv_a.dtx (suffix)', ['game/skins/chars/a_pv_a.dtx', 'else/a_pv.dtx', 'a.dtx']],
    ['else/a_pv.dtx (name)', ['else/a_pv.dtx', 'a.dtx']],
    ['a.dtx (variant)', ['a.dtx', 'a_pv_head.dtx']],
    [null, ['a_pv_head.dtx', 'aa_pv.dtx', 'other']],
  ])('%s', (expected, textures) => {
    const hinted = expected?.includes('hint') ? 'ShadowEnable;ModelEditTexture Skins\\Other.dtx' : '';
    expect(match(model('game/models/chars/A_PV.abc', hinted), 0, ...textures)).toBe(expected);
  });

  it('is looked for beside models_pv in skins_pv', () => {
    const textures = ['skins/b.dtx', 'skins_pv/b.dtx'];
    expect(match(model('models_pv/b.abc'), 0, ...textures)).toBe('skins_pv/b.dtx (folder)');
    expect(match(model('Models\\b.abc'), 0, 'SKINS\\B.DTX')).toBe('SKINS\\B.DTX (folder)');
    // Without the folder's name no folder is exchanged, only the nearest file of the name taken.
    expect(match(model('b/remodels/b.abc'), 0, 'b.dtx', 'b/b.dtx')).toBe('b/b.dtx (name)');
  });

  it('slot 1 is the head and never the body', () => {
    const textures = ['INTHERO_CASUAL.DTX', 'INTHERO_CASUAL_HEAD.DTX'];
    expect(match(model('INTHERO_CASUAL.abc'), 0, ...textures)).toBe('INTHERO_CASUAL.DTX (name)');
    expect(match(model('INTHERO_CASUAL.abc'), 1, ...textures)).toBe('INTHERO_CASUAL_HEAD.DTX (head)');
    expect(match(model('INTHERO_CASUAL_MULTI.abc'), 1, ...textures)).toBe('INTHERO_CASUAL_HEAD.DTX (head)');
    expect(match(model('INTHERO_CASUAL.abc'), 1, 'INTHERO_CASUAL.DTX')).toBeNull();
    expect(match(model('models/a.abc'), 1, 'a_head.dtx', 'skins/a_head.dtx')).toBe('skins/a_head.dtx (head)');
  });

  it('the only slot of a model takes the plain name, whatever its number', () => {
    expect(match(model('a.abc', '', [1]), 1, 'a.dtx')).toBe('a.dtx (name)');
    expect(match(model('a.abc', '', [3]), 3, 'a.dtx')).toBe('a.dtx (name)');
    expect(match(model('a.abc', '', [0, 3]), 3, 'a.dtx')).toBeNull();
  });

  it('hints are for their slot, with spaces in quotes or brackets', () => {
    const hints =
      'modeledittexture "my skin.dtx" 1;ModelEditTexture (Skins\\one two.dtx); NotModelEditTexture x.dtx 2';
    expect(match(model('a.abc', hints), 1, 'my skin.dtx', 'a.dtx')).toBe('my skin.dtx (hint)');
    expect(match(model('a.abc', hints), 0, 'one two.dtx', 'a.dtx')).toBe('one two.dtx (hint)');
    expect(match(model('a.abc', hints), 2, 'x.dtx')).toBeNull();
    // The file at the hint's own place before one that only has its name.
    expect(match(model('a.abc', hints), 0, 'one two.dtx', 'g/skins/one two.dtx')).toBe(
      'g/skins/one two.dtx (hint)',
    );
  });

  it('a picture that was made of the texture stands for it, after the texture itself', () => {
    expect(match(model('a.abc'), 0, 'a.PNG')).toBe('a.PNG (name)');
    expect(match(model('a.abc'), 0, 'a.png', 'a.dtx')).toBe('a.dtx (name)');
    expect(match(model('m/a.abc'), 0, 'm/a.png', 'n/a.dtx')).toBe('m/a.png (name)');
  });

  it('a slot without one says what was looked for, once each, in the letters of the model', () => {
    const missing = (named: NamedModel, slot: number) => matchSlot([], named, slot);
    expect(missing(model('models/INTHERO_MULTI.ABC'), 0)).toEqual({
      slot: 0,
      found: null,
      rule: null,
      lookedFor: ['INTHERO_MULTI.DTX', 'INTHERO_MULTI_A.DTX', 'INTHERO.DTX'],
    });
    expect(missing(model('Hero.abc'), 1).lookedFor).toEqual(['Hero_head.dtx', 'Hero_head_a.dtx']);
    expect(missing(model('Hero.abc'), 7).lookedFor).toEqual([]);
    expect(missing(model('.abc'), 0).found).toBeNull();
  });
});
