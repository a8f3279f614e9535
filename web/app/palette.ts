/** The command palette: every action that is possible now, found by its words. */
import { allCommands, type Command, keyLabel, runCommand } from '../store/commands.ts';
import { Combobox } from '../ui/combobox.ts';
import { el } from '../ui/dom.ts';
import './overlays.css';

let open: (() => void) | null = null;

/** Opens the palette; Escape and a click beside it close it. */
export function openPalette(): void {
  open ??= makePalette();
  open();
}

/** The commands with every word of a text in their label or group, those that begin with it first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = commands.filter(({ label, group }) => {
    const said = `${label} ${group}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const begins = ({ label }: Command) => (label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => begins(a) - begins(b));
}

function makePalette(): () => void {
  const dialog = el('dialog', { class: 'dialog palette', 'aria-label': 'Commands' });
  const field = new Combobox<Command>({
    id: 'palette',
    label: 'Find a command',
    placeholder: 'What do you want to do?',
    firstIsMarked: true,
    choices: (text) => matching(allCommands().filter(isPossible), text),
    row: ({ label, group, key, checked }) => [
      el('span', { class: 'combobox-main' }, label),
      el('span', { class: 'combobox-aside' }, checked ? `${group} · ${checked() ? 'on' : 'off'}` : group),
      ...(key ? [el('kbd', {}, keyLabel(key))] : []),
    ],
    accept(command) {
      if (!command) return 'No command of that name.';
      // First the focus goes back to where it was: the command may move it.
      dialog.close();
      runCommand(command);
      return null;
    },
    close: () => dialog.close(),
  });
  dialog.append(field.element);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  return () => {
    if (dialog.open) return;
    dialog.showModal();
    field.input.focus();
  };
}

function isPossible({ id, enabled }: Command): boolean {
  return id !== 'page.palette' && (enabled?.() ?? true);
}
