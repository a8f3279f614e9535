/** Starts the page. */
import './styles/tokens.css';
import './styles/base.css';
import { handleKey, registerCommands } from './commands.ts';
import { compareCommand } from './compare/commands.ts';
import { copyCommands, copyMenuCommand, exportCommands } from './copy/commands.ts';
import { fileCommands } from './files/commands.ts';
import { loadCore } from './files/core.ts';
import { mountDrop } from './files/drop.ts';
import { loadRecents } from './files/recent.ts';
import { findCommands } from './find/commands.ts';
import { goToCommand } from './goto/commands.ts';
import { hexCommands } from './hex/commands.ts';
import { unknownCommands } from './hex/unknown-commands.ts';
import { historyCommands } from './history/commands.ts';
import { linkCommands, mountLinks } from './link/commands.ts';
import { problemCommands } from './problems/commands.ts';
import { sceneCommands } from './scene/commands.ts';
import { pageCommands } from './shell/commands.ts';
import { mountShell } from './shell/shell.ts';
import './styles/shell.css';
import './styles/narrow.css';
import { timelineCommands } from './timeline/commands.ts';

registerCommands(
  ...pageCommands,
  ...fileCommands,
  copyMenuCommand,
  ...copyCommands,
  ...exportCommands,
  ...linkCommands,
  compareCommand,
  goToCommand,
  ...findCommands,
  ...unknownCommands,
  ...historyCommands,
  ...problemCommands,
  ...timelineCommands,
  ...sceneCommands,
  ...hexCommands,
);
mountShell(document.getElementById('app') ?? document.body);
mountDrop();
window.addEventListener('keydown', handleKey);
void loadCore();
void loadRecents();
mountLinks();
