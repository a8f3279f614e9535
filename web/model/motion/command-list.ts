/** Commands of a model or a key, one a line, with what is known of them. */

import { type Argument, type ParsedCommand, parseCommands } from '../../explain/commands-string.ts';
import { el, fileText } from '../../ui/dom.ts';
import './command-list.css';
import { explainCommand } from './known-commands.ts';

/** More commands of one string than this are not listed: it may have 64 KB. */
const MOST_COMMANDS = 100;

/** The commands in a text as a list. */
export function commandList(text: string): HTMLElement {
  const commands = parseCommands(text);
  const items = commands.slice(0, MOST_COMMANDS).map((command) => el('li', {}, commandText(command)));
  const more = commands.length - items.length;
  if (more > 0) items.push(el('li', { class: 'command-note' }, `${more} more`));
  return el('ul', { class: 'commands' }, ...items);
}

/** `FOOTSTEP_KEY 1  A foot touches the ground.` */
function commandText(command: ParsedCommand): HTMLElement {
  const note = explainCommand(command.name);
  return el(
    'span',
    {},
    fileText(command.name || '(no name)', 'command-name'),
    ...command.arguments.flatMap((argument) => [' ', fileText(written(argument), 'command-argument')]),
    ...(note ? [' ', el('span', { class: 'command-note' }, note)] : []),
  );
}

/** A group with its signs, so that one sees that it is one word. */
function written({ text, group }: Argument): string {
  if (group === 'quotes') return `“${text}”`;
  return group === 'parentheses' ? `(${text})` : text;
}
