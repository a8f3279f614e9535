import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Argument, type ParsedCommand, parseCommands } from '../../../web/explain/commands-string.ts';

const word = (text: string, group: Argument['group'] = 'none'): Argument => ({ text, group });
const command = (name: string, ...rest: (string | Argument)[]): ParsedCommand => ({
  name,
  arguments: rest.map((argument) => (typeof argument === 'string' ? word(argument) : argument)),
});

describe('the grammar of LithTech', () => {
  test.each<[string, ParsedCommand[]]>([
    ['FOOTSTEP_KEY 1', [command('FOOTSTEP_KEY', '1')]],
    ['  ShadowEnable;; ShadowSizeX  32 ;', [command('ShadowEnable'), command('ShadowSizeX', '32')]],
    ['PLAYSOUND Snd\\Hello.wav 600', [command('PLAYSOUND', 'Snd\\Hello.wav', '600')]],
    [
      'cmd msg door (trigger on; wait)',
      [command('cmd', 'msg', 'door', word('trigger on; wait', 'parentheses'))],
    ],
    ['say "a; (b)" c', [command('say', word('a; (b)', 'quotes'), 'c')]],
    ['a (b (c) d) e', [command('a', word('b (c) d', 'parentheses'), 'e')]],
    ['a %"b%;%% c', [command('a', '"b;%', 'c')]],
    ['a(b)"c"d', [command('a', word('b', 'parentheses'), word('c', 'quotes'), 'd')]],
    ['open (to the end', [command('open', word('to the end', 'parentheses'))]],
    ['100%', [command('100%')]],
    [' ;; ', []],
    ['', []],
  ])('%j', (text, commands) => {
    expect(parseCommands(text)).toEqual(commands);
  });

  test('gives back every command that is written in it', () => {
    const text = fc.string({ minLength: 1 });
    const argument = fc.oneof(
      text.map((content) => word(content)),
      fc.string().map((content) => word(content, 'quotes')),
      fc.string().map((content) => word(content, 'parentheses')),
    );
    const commands = fc.array(fc.record({ name: text, arguments: fc.array(argument) }));
    fc.assert(
      fc.property(commands, (list) => {
        expect(parseCommands(list.map(written).join('; '))).toEqual(list);
      }),
    );
  });
});

/** A command as the grammar writes it. */
function written({ name, arguments: rest }: ParsedCommand): string {
  return [word(name), ...rest].map(writtenWord).join(' ');
}

function writtenWord({ text, group }: Argument): string {
  const escaped = (characters: RegExp) => text.replace(characters, '%$&');
  if (group === 'quotes') return `"${escaped(/[%"]/g)}"`;
  if (group === 'parentheses') return `(${escaped(/[%()]/g)})`;
  return escaped(/[%\s;"()[\]]/g);
}

describe('the pairs of Blood II', () => {
  test.each<[string, ParsedCommand[]]>([
    ['[sound:scream.wav]', [command('sound', 'scream.wav')]],
    ['[a:1] [b : c:2][d]', [command('a', '1'), command('b', 'c:2'), command('d')]],
    ['[open:end', [command('open', 'end')]],
    ['[]x[a:1]', [command('a', '1')]],
  ])('%j', (text, commands) => {
    expect(parseCommands(text)).toEqual(commands);
  });
});

test('any text gives commands with names, in time', () => {
  const messy = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('(', ')', '"', '%', ';', '[', ']', ':', ' ', 'a') }),
  );
  fc.assert(
    fc.property(messy, (text) => {
      for (const { name, arguments: rest } of parseCommands(text)) {
        expect([name, ...rest.map((argument) => argument.text)].join('').length).toBeLessThanOrEqual(
          text.length,
        );
      }
    }),
  );
  const start = performance.now();
  for (const character of '("%[;a ') parseCommands(character.repeat(65_535));
  expect(performance.now() - start).toBeLessThan(1000);
});
