import { describe, expect, it } from 'vitest';
import { placeNamed, TypedName } from '../../../web/ui/list-keys.ts';

const NONE = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };

describe('a name that is typed in a list', () => {
  it('begins with a small letter, a digit, _ or +, and goes on with any sign until there is a pause', () => {
    const name = new TypedName();
    const type = (key: string, timeStamp: number) => name.take({ key, timeStamp, ...NONE });
    expect([type('.', 0), type('h', 0), type('.', 100), type('2', 200)]).toEqual([null, 'h', 'h.', 'h.2']);
    expect(name.isTyping(900)).toBe(true);
    expect(name.isTyping(1100)).toBe(false);
    expect(type('n', 1100)).toBe('n');
    expect([type('+', 2000), type('3', 2100)]).toEqual(['+', '+3']);
  });

  it('takes a capital of Caps Lock, but leaves Shift with a letter, ? and / to the page', () => {
    const name = new TypedName();
    expect(name.take({ key: 'H', timeStamp: 0, ...NONE })).toBe('h');
    for (const press of [{ key: 'V' }, { key: '?' }, { key: 'v' }])
      expect(name.take({ timeStamp: 10, ...NONE, ...press, shiftKey: true })).toBeNull();
    expect(name.take({ key: '/', timeStamp: 10, ...NONE })).toBeNull();
    expect(name.take({ key: 'a', timeStamp: 10, ...NONE, ctrlKey: true })).toBeNull();
    expect(name.take({ key: '_', timeStamp: 10, ...NONE, shiftKey: true })).toBe('h_');
  });

  it('goes from name to name by the same letter, unless one begins with it twice', () => {
    const find = (names: readonly string[]) => (beginning: string, isNew: boolean) => {
      const at = names.findIndex((name, i) => i >= (isNew ? 1 : 0) && name.startsWith(beginning));
      return at < 0 ? null : at;
    };
    expect(placeNamed('aa', find(['arm', 'arc', 'leg']))).toBe(1);
    expect(placeNamed('aa', find(['arm', 'arc', 'aardvark']))).toBe(2);
    expect(placeNamed('ar', find(['arm', 'arc']))).toBe(0);
    expect(placeNamed('x', find(['arm']))).toBeNull();
  });
});
