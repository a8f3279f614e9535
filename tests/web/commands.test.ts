import { describe, expect, it } from 'vitest';
import { command, keyName, registerCommands, runCommand } from '../../web/store/commands.ts';

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
