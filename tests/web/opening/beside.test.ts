import { describe, expect, it } from 'vitest';
import { baseAddresses, skinAddresses } from '../../../web/opening/remote/source.ts';

const hrefs = (urls: readonly URL[]) => urls.map(({ href }) => href);

describe('where a child model of a fetched model may be', () => {
  it('is the folder of the model, then the folder that its path says', () => {
    expect(
      hrefs(baseAddresses('Models\\Base\\hero_base.abc', 'https://a.org/game/models/chars/hero.abc')),
    ).toEqual([
      'https://a.org/game/models/chars/hero_base.abc',
      'https://a.org/game/models/Base/hero_base.abc',
    ]);
    expect(hrefs(baseAddresses('Models\\base.abc', 'https://a.org/hero.abc'))).toEqual([
      'https://a.org/base.abc',
    ]);
  });

  it('stays on the server and in its folders, whatever the name', () => {
    expect(baseAddresses('..\\..', 'https://a.org/models/hero.abc')).toEqual([]);
    expect(hrefs(baseAddresses('..\\..\\x.abc', 'https://a.org/models/hero.abc'))).toEqual([
      'https://a.org/models/x.abc',
    ]);
    expect(hrefs(baseAddresses('https://evil.org/x?y#z.abc', 'https://a.org/m/hero.abc'))).toEqual([
      'https://a.org/m/x%3Fy%23z.abc',
    ]);
  });
});

describe('where a texture of a fetched model may be', () => {
  it('is the folder of skins that goes with the folder of models, then that of the model; few are tried', () => {
    const names = ['HERO.DTX', 'HERO_A.DTX'];
    expect(hrefs(skinAddresses(names, 'https://a.org/REZ/MODELS/CHARS/HERO.ABC'))).toEqual([
      'https://a.org/REZ/SKINS/CHARS/HERO.DTX',
      'https://a.org/REZ/SKINS/CHARS/HERO_A.DTX',
      'https://a.org/REZ/MODELS/CHARS/HERO.DTX',
      'https://a.org/REZ/MODELS/CHARS/HERO_A.DTX',
    ]);
    expect(hrefs(skinAddresses(['a.dtx'], 'https://a.org/a.abc'))).toEqual(['https://a.org/a.dtx']);
    expect(skinAddresses(['1.dtx', '2.dtx', '3.dtx', '4.dtx', '5.dtx'], 'https://a.org/a.abc')).toHaveLength(
      4,
    );
  });
});
