/** Keys that the user gave to commands. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Command, keyOf, keysOf } from '../../../web/store/commands.ts';
import { canBeChosen, chooseKey, keymap, keymapFrom, keymapText } from '../../../web/store/keymap.ts';

const make = (id: string, key?: string, otherKey?: string): Command => ({
  id,
  label: id,
  group: 'View',
  ...(key && { key }),
  ...(otherKey && { otherKey }),
  run: () => {},
});
const open = make('open', 'o', 'Ctrl+O');
const find = make('find', 'Ctrl+F');
const bare = make('bare');

afterEach(() => {
  keymap.value = {};
});

describe('a command', () => {
  it('has its own keys until others are chosen', () => {
    expect(keysOf(open)).toEqual(['o', 'Ctrl+O']);
    expect(keyOf(bare)).toBeUndefined();
    chooseKey('open', 'Alt+1');
    expect(keyOf(open)).toBe('Alt+1');
    expect(keysOf(open)).toEqual(['Alt+1', 'Ctrl+O']);
    chooseKey('open', undefined);
    expect(keysOf(open)).toEqual(['o', 'Ctrl+O']);
    expect(keymap.value).toEqual({});
  });

  it('can be without a key', () => {
    chooseKey('find', null);
    expect(keysOf(find)).toEqual([]);
  });

  it('loses a key that another command got, and has it back when that is reset', () => {
    chooseKey('bare', 'ctrl+o');
    expect(keysOf(open)).toEqual(['o']);
    chooseKey('bare', 'O');
    expect(keysOf(open)).toEqual(['Ctrl+O']);
    expect(keyOf(open)).toBeUndefined();
    chooseKey('bare', undefined);
    expect(keysOf(open)).toEqual(['o', 'Ctrl+O']);
  });
});

describe('a file of keys', () => {
  it('is read as it was written', () => {
    chooseKey('open', 'Ctrl+Alt+Shift+P');
    chooseKey('find', null);
    chooseKey('bare', '?');
    expect(keymapFrom(keymapText())).toEqual({ open: 'Ctrl+Alt+Shift+P', find: null, bare: '?' });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"keys": {"open": "o"}}',
    '{"format": "lithoscope-keys"}',
    '{"format": "lithoscope-keys", "keys": ["o"]}',
    '{"format": "lithoscope-keys", "keys": {"open": 7}}',
    '{"format": "lithoscope-keys", "keys": {"open": ""}}',
    '{"format": "lithoscope-keys", "keys": {"open": "Shift+Ctrl+O"}}',
    '{"format": "lithoscope-keys", "keys": {"open": "<b>bold</b>"}}',
    `{"format": "lithoscope-keys", "keys": {${Array.from({ length: 1001 }, (_, i) => `"${i}": "o"`).join()}}}`,
  ])('is refused as a whole: %.60s', (text) => {
    expect(keymapFrom(text)).toBeNull();
  });
});

describe('a key', () => {
  it.each(['k', 'Shift+K', '?', 'Ctrl+K', 'Ctrl+Alt+B', 'F2', 'Alt+ArrowLeft', 'Ctrl+Enter', 'Space', 'ä'])(
    'can be %s',
    (name) => {
      expect(canBeChosen(name)).toBe(true);
    },
  );

  it.each(['Tab', 'Shift+Tab', 'Escape', 'Enter', 'ArrowLeft', 'Shift+Home', 'PageUp', 'F6'])(
    'cannot be %s, which lists and fields use',
    (name) => {
      expect(canBeChosen(name)).toBe(false);
    },
  );

  it.each(['Shift', 'Control', 'Ctrl+Control', 'Alt+Alt', 'Shift+Shift', 'Dead', 'Meta', 'Ctrl+Meta'])(
    'is not complete with %s',
    (name) => {
      expect(canBeChosen(name)).toBeNull();
    },
  );
});
