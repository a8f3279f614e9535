/** Command strings of models and keys as a list, each command with its known meaning (abc.md §7). */

import { type Argument, type ParsedCommand, parseCommands } from '../explain/commands-string.ts';
import { el, fileText } from '../ui/dom.ts';
import './motion.css';

/** Commands of one string to list; a string may have 64 KB. */
const MAX_COMMANDS = 100;

/** Commands known from real files. */
const KNOWN: Readonly<Record<string, string>> = {
  // Of the model.
  shadowenable: 'The model casts a shadow.',
  shadowprojectlength: 'How far the shadow reaches.',
  shadowlightdist: 'Distance of the light that casts the shadow.',
  shadowsizex: 'Width of the shadow.',
  shadowsizey: 'Height of the shadow.',
  shadowcenteroffset: 'Moves the centre of the shadow: x, y, z.',
  modelshadowalpha: 'How dark the shadow is.',
  fovxoffset: 'Widens the view of a player-view model.',
  fovyoffset: 'Increases the height of the view of a player-view model.',
  visradius: 'Radius within which the model counts as visible.',
  ambientlight: 'Ambient light on the model.',
  dirlight: 'Directional light on the model.',
  noanimation: 'The model is never animated.',
  specularenable: 'The surface shines.',
  rigid: 'Every vertex follows one node.',
  normalref: 'Node and animation that the normals are taken from.',
  modeledittexture: 'Texture that ModelEdit shows: file, slot.',
  socketmodel: 'Model shown in a socket: socket, file.',
  lodstartdist: 'Distance at which detail starts to be reduced.',
  lodincrement: 'Distance between two levels of detail.',
  lodmaxdist: 'Distance from which the coarsest level is drawn.',
  mipmapdistadd: 'Added to the distance that chooses the texture size.',
  // Of a key.
  footstep_key: 'A foot touches the ground.',
  setdims: 'Sets the collision box: half sizes x, y, z.',
  move: 'Moves the object: forward, up, right.',
  playsound: 'Plays a sound: file, radius.',
  sound_key: 'Plays a sound: file.',
  sound: 'Plays a sound: file.',
  fire_key: 'The weapon fires.',
  fx_key: 'Starts an effect.',
  cmd: 'A command of the game: msg, object, message.',
};

/** The commands in a text as a list. */
export function commandList(text: string): HTMLElement {
  const commands = parseCommands(text);
  const items = commands.slice(0, MAX_COMMANDS).map((command) => el('li', {}, commandText(command)));
  const more = commands.length - items.length;
  if (more > 0) items.push(el('li', { class: 'command-note' }, `${more} more`));
  return el('ul', { class: 'commands' }, ...items);
}

/** What the commands in a text do, as far as it is known; '' for nothing. */
export function commandNotes(text: string): string {
  const notes = parseCommands(text)
    .slice(0, MAX_COMMANDS)
    .map(({ name }) => explainCommand(name));
  return [...new Set(notes)].filter(Boolean).join(' ');
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

/** An argument with its quotes or parentheses. */
function written({ text, group }: Argument): string {
  if (group === 'quotes') return `“${text}”`;
  return group === 'parentheses' ? `(${text})` : text;
}

/** One line about a command, by its name in any case; '' for an unknown one, since many belong to a single game. */
function explainCommand(name: string): string {
  const key = name.toLowerCase();
  return Object.hasOwn(KNOWN, key) ? (KNOWN[key] ?? '') : '';
}
