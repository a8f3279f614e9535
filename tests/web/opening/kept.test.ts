import { safeParse } from 'valibot';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SESSION, soundSession } from '../../../web/opening/kept.ts';

const file = (name: string, more = {}) => ({ name, view: '', content: 'content-1', ...more });
const session = { at: 1, files: [file('a.abc'), file('b.abc')], textures: [file('a.dtx')], active: 1 };

const soundOf = (kept: unknown) => {
  const { success, output } = safeParse(SESSION, kept);
  return success ? soundSession(output) : null;
};

describe('what was kept of a session', () => {
  beforeAll(() => {
    vi.stubGlobal('document', { baseURI: 'https://page.invalid/' });
    return () => vi.unstubAllGlobals();
  });

  it('is taken as it is when it is sound', () => {
    expect(soundOf(session)).toEqual(session);
  });

  it.each([null, 1, 'x', [], {}, { at: '1', files: [], textures: [] }, { at: 1, files: {}, textures: [] }])(
    '%j is no session',
    (kept) => {
      expect(soundOf(kept)).toBeNull();
    },
  );

  it.each([
    null,
    1,
    'a.abc',
    {},
    { name: 'x' },
    file('x', { name: 1 }),
    file('x', { view: undefined }),
    file('x', { url: 'javascript:alert(1)' }),
    file('x', { url: 'http://other.invalid/a.abc' }),
    file('x', { url: 'https://me:secret@other.invalid/a.abc' }),
    file('x', { url: {} }),
    file('x', { handle: {} }),
    file('x', { place: {} }),
    file('x', { place: { source: 'a', path: 'b' } }),
    file('x', { content: 1 }),
    file('x', { packed: [] }),
  ])('loses the damaged record %j, and no other', (damaged) => {
    const kept = { ...session, files: [damaged, ...session.files], textures: [damaged], active: 2 };
    expect(soundOf(kept)).toEqual({ ...session, textures: [] });
  });

  it('has the first file in front when the one that was is damaged', () => {
    expect(soundOf({ ...session, files: [file('a.abc'), null], active: 1 })?.active).toBe(0);
    expect(soundOf({ ...session, active: 'x' })?.active).toBe(0);
  });

  it('has files of the library at the sources that are left', () => {
    const source = (name: string) => ({ name, kind: 'rez', url: `https://other.invalid/${name}` });
    const kept = {
      ...session,
      files: [0, 1, 2].map((i) => file(`${i}.abc`, { place: { source: i, path: 'p' } })),
      sources: [source('A.REZ'), { name: 'B.REZ', kind: 'x' }, source('C.REZ')],
    };
    const sound = soundOf(kept);
    expect(sound?.sources?.map(({ name }) => name)).toEqual(['A.REZ', 'C.REZ']);
    expect(sound?.files.map(({ place }) => place?.source)).toEqual([0, undefined, 1]);
  });
});
