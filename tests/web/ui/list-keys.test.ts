import { describe, expect, it, test } from 'vitest';
import { placeNamed, stepTo, TypedName } from '../../../web/ui/list-keys.ts';

const ROW = { next: 'ArrowRight', previous: 'ArrowLeft' };
const COLUMN = { next: 'ArrowDown', previous: 'ArrowUp' };

describe('a key of a list', () => {
  test.each([
    ['ArrowRight', 1, 2],
    ['ArrowLeft', 1, 0],
    ['Home', 2, 0],
    ['End', 0, 3],
  ])('%s leads from %i to %i of four', (key, at, to) => {
    expect(stepTo(key, at, 4, ROW)).toBe(to);
  });

  test('leads around the ends', () => {
    expect(stepTo('ArrowRight', 3, 4, ROW)).toBe(0);
    expect(stepTo('ArrowLeft', 0, 4, ROW)).toBe(3);
    expect(stepTo('ArrowDown', 0, 1, COLUMN)).toBe(0);
    expect(stepTo('ArrowUp', 0, 1, COLUMN)).toBe(0);
  });

  test('leads nowhere when it is a key of the other direction, or none of a list', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'PageDown', 'Enter', 'a']) {
      expect(stepTo(key, 1, 4, ROW)).toBe(-1);
    }
    expect(stepTo('ArrowRight', 1, 4, COLUMN)).toBe(-1);
  });

  test('leads from nothing to the first one forward', () => {
    expect(stepTo('ArrowDown', -1, 3, COLUMN)).toBe(0);
  });

  test('leads to no place of an empty list', () => {
    // NaN and −1: an index of nothing.
    for (const key of ['ArrowDown', 'ArrowUp', 'End']) {
      expect([][stepTo(key, -1, 0, COLUMN)]).toBeUndefined();
    }
  });
});

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
