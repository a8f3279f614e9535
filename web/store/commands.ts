/**
 * Every action once: buttons, keys, the `?` sheet and tests read this list. The actions themselves stand
 * beside their panel (`commands.ts` there); main.ts registers them all.
 */
export type CommandGroup = 'File' | 'Edit' | 'Go' | 'Problems' | 'Playback' | 'View' | 'Help';

export interface Command {
  readonly id: string;
  /** What it does, in the imperative. */
  readonly label: string;
  readonly group: CommandGroup;
  /** `o`, `?`, `Ctrl+O`, `Space`; Ctrl is also the Mac's Command key. None: only a button. */
  readonly key?: string;
  /** A second key for the same. */
  readonly otherKey?: string;
  /** Text fields and dialogs have the key for themselves: their own undo, the browser's own search. */
  readonly notInText?: boolean;
  /** A key that is the browser's own (`Ctrl+G`): taken from it only while structure or bytes have the focus. */
  readonly panelKey?: string;
  readonly run: () => void;
  /** Reads signals, so that a button can follow it. Absent: always. */
  readonly enabled?: () => boolean;
  /** Of a switch: whether it is on. Reads signals. */
  readonly checked?: () => boolean;
}

const registry = new Map<string, Command>();

/** Adds actions; an id or a key that is already there is a programming error and throws. */
export function registerCommands(...commands: readonly Command[]): void {
  for (const command of commands) {
    const { id } = command;
    if (registry.has(id)) throw new Error(`command ${id} exists already`);
    for (const key of keysOf(command)) {
      const other = allCommands().find((known) => keysOf(known).some((taken) => sameKey(taken, key)));
      if (other) throw new Error(`command ${id} has the key ${key} of ${other.id}`);
    }
    registry.set(id, command);
  }
}

/** The keys that run an action, wherever the focus is. */
export function keysOf({ key, otherKey }: Command): string[] {
  return [key, otherKey].filter((known) => known !== undefined);
}

/** All actions in the order they were registered. */
export function allCommands(): readonly Command[] {
  return [...registry.values()];
}

/** An action by id; an unknown id is a programming error and throws. */
export function command(id: string): Command {
  const found = registry.get(id);
  if (!found) throw new Error(`no command ${id}`);
  return found;
}

/** Runs an action unless it is disabled; says whether it ran. */
export function runCommand({ run, enabled }: Pick<Command, 'run' | 'enabled'>): boolean {
  if (enabled && !enabled()) return false;
  run();
  return true;
}

/** Whether a pressed key is that of an action: `keyName` has capitals where Shift made them. */
export function sameKey(key: string | undefined, name: string): boolean {
  return key?.toLowerCase() === name.toLowerCase();
}
