/**
 * The registry of commands, which buttons, keys, the `?` sheet and tests read. Each room has its commands in
 * `commands.ts`; start page and workspace register them.
 */
import { keymap } from './keymap.ts';

export type CommandGroup = 'File' | 'Edit' | 'Go' | 'Problems' | 'Playback' | 'View' | 'Help';

export interface Command {
  readonly id: string;
  /** In the imperative. */
  readonly label: string;
  readonly group: CommandGroup;
  /** `o`, `?`, `Ctrl+O`, `Space`; Ctrl is also Command on a Mac. Absent: no key. */
  readonly key?: string;
  /** An alternative key. */
  readonly otherKey?: string;
  /** The key does not work in text fields and dialogs, which use it themselves, as for undo. */
  readonly notInText?: boolean;
  /** A key of the browser (`Ctrl+G`), used only while structure or bytes have the focus. */
  readonly panelKey?: string;
  readonly run: () => void;
  /** Reads signals. Absent: always enabled. */
  readonly enabled?: () => boolean;
  /** State of a toggle. Reads signals. */
  readonly checked?: () => boolean;
}

const registry = new Map<string, Command>();

/** Registers commands. @throws Error if an id or key is already in use */
export function registerCommands(...commands: readonly Command[]): void {
  for (const command of commands) {
    const { id } = command;
    if (registry.has(id)) throw new Error(`command ${id} exists already`);
    for (const key of ownKeys(command)) {
      const other = allCommands().find((known) => ownKeys(known).some((taken) => sameKey(taken, key)));
      if (other) throw new Error(`command ${id} has the key ${key} of ${other.id}`);
    }
    registry.set(id, command);
  }
}

/** The keys that a command comes with. */
function ownKeys({ key, otherKey }: Command): string[] {
  return [key, otherKey].filter((known) => known !== undefined);
}

/** The key that is shown beside a command: the chosen one, else its own, unless that was given away. Reads a signal. */
export function keyOf({ id, key }: Pick<Command, 'id' | 'key'>): string | undefined {
  const chosen = keymap.value[id];
  if (chosen !== undefined) return chosen ?? undefined;
  return key !== undefined && !isGivenAway(key, id) ? key : undefined;
}

/** Keys that run a command, wherever the focus is. Reads a signal. */
export function keysOf(command: Command): string[] {
  const { id, otherKey } = command;
  const other = otherKey !== undefined && !isGivenAway(otherKey, id) ? otherKey : undefined;
  return [keyOf(command), other].filter((known) => known !== undefined);
}

/** Whether the user gave a key to another command. */
function isGivenAway(key: string, id: string): boolean {
  return Object.entries(keymap.value).some(
    ([other, chosen]) => other !== id && sameKey(chosen ?? undefined, key),
  );
}

/** All commands, in the order of registration. */
export function allCommands(): readonly Command[] {
  return [...registry.values()];
}

/** A command by id. @throws Error for an unknown id */
export function command(id: string): Command {
  const found = registry.get(id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
}

/** Runs a command, unless it is disabled. @returns whether it ran */
export function runCommand({ run, enabled }: Pick<Command, 'run' | 'enabled'>): boolean {
  if (enabled && !enabled()) return false;
  run();
  return true;
}

/** Whether a key name is that of a command, ignoring case: `keyName` has capitals with Shift. */
export function sameKey(key: string | undefined, name: string): boolean {
  return key?.toLowerCase() === name.toLowerCase();
}
