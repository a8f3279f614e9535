/**
 * The registry of commands, which buttons, keys, the `?` sheet and tests read. Each room has its commands in
 * `commands.ts`; start page and workspace register them.
 */
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
    for (const key of keysOf(command)) {
      const other = allCommands().find((known) => keysOf(known).some((taken) => sameKey(taken, key)));
      if (other) throw new Error(`command ${id} has the key ${key} of ${other.id}`);
    }
    registry.set(id, command);
  }
}

/** Keys that run a command, wherever the focus is. */
export function keysOf({ key, otherKey }: Command): string[] {
  return [key, otherKey].filter((known) => known !== undefined);
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
