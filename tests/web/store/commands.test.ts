import { describe, expect, it } from 'vitest';
import { command, registerCommands, runCommand } from '../../../web/store/commands.ts';
import { keyLabel, keyName, keyWords } from '../../../web/ui/keyboard.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
) => keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('keyName', () => {
  it('writes keys as commands do', () => {
    expect(press('k')).toBe('k');
    expect(press(' ')).toBe('Space');
    expect(press('?', { shiftKey: true })).toBe('?');
    expect(press('o', { ctrlKey: true })).toBe('Ctrl+O');
    expect(press('o', { metaKey: true })).toBe('Ctrl+O');
    expect(press('U', { shiftKey: true })).toBe('Shift+U');
    expect(press('ß', { shiftKey: true })).toBe('Shift+ß');
    expect(press('U')).toBe('U');
    expect(press('C', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+C');
    expect(press('Home', { shiftKey: true })).toBe('Shift+Home');
    expect(press('ArrowLeft', { altKey: true })).toBe('Alt+ArrowLeft');
  });
});

describe('on a keyboard of Apple', () => {
  it('shows Command, Option and Shift by their signs', () => {
    expect(keyLabel('Ctrl+Shift+C', true)).toBe('⌘⇧C');
    expect(keyLabel('Alt+ArrowLeft', true)).toBe('⌥←');
    expect(keyLabel('Alt+w', true)).toBe('⌥W');
    expect(keyLabel('Ctrl+Shift+C', false)).toBe('Ctrl+Shift+C');
    expect(keyWords('Ctrl D, Alt ↑ ↓', true)).toBe('⌘D, ⌥↑ ↓');
    expect(keyWords('Shift or Ctrl + these, Ctrl A', true)).toBe('Shift or ⌘+ these, ⌘A');
    expect(keyWords('Ctrl D', false)).toBe('Ctrl D');
  });

  it('knows a letter with Option, which types another character', () => {
    const held = { ctrlKey: false, metaKey: false, altKey: true, shiftKey: false };
    expect(keyName({ key: '∑', code: 'KeyW', ...held }, true)).toBe('Alt+w');
    expect(keyName({ key: '„', code: 'KeyW', ...held, shiftKey: true }, true)).toBe('Alt+Shift+w');
    expect(keyName({ key: 'ArrowLeft', code: 'ArrowLeft', ...held }, true)).toBe('Alt+ArrowLeft');
    // Elsewhere it may be the letter of another layout.
    expect(keyName({ key: 'z', code: 'KeyY', ...held }, false)).toBe('Alt+z');
  });
});

describe('the registry', () => {
  it('runs what is enabled, and refuses the same id or key twice', () => {
    let runs = 0;
    const run = () => {
      runs++;
    };
    registerCommands(
      { id: 'on', label: '', group: 'Help', run },
      { id: 'off', label: '', group: 'Help', run, enabled: () => false },
    );
    expect([runCommand(command('on')), runCommand(command('off')), runs]).toEqual([true, false, 1]);
    expect(() => registerCommands(command('on'))).toThrow('on');
    registerCommands({ id: 'first', label: '', group: 'Help', key: 'Shift+M', run });
    expect(() => registerCommands({ id: 'second', label: '', group: 'Help', key: 'Shift+m', run })).toThrow(
      'second has the key Shift+m of first',
    );
    expect(() => command('none')).toThrow('none');
  });
});
