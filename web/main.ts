/** Starts the page. */
import './styles/tokens.css';
import './styles/base.css';
import { pageCommands } from './app/commands.ts';
import { historyCommands } from './app/history/commands.ts';
import { mountShell } from './app/shell.ts';
import { findCommands } from './bytes/find/commands.ts';
import { goToCommand } from './bytes/goto/commands.ts';
import { hexCommands } from './bytes/hex/commands.ts';
import { gapCommands } from './bytes/hex/gaps.ts';
import { compareCommand } from './compare/commands.ts';
import { copyCommands, copyMenuCommand, exportCommands } from './export/commands.ts';
import { fileCommands } from './files/commands.ts';
import { mountDrop } from './files/drop.ts';
import { loadRecents } from './files/recent.ts';
import { linkCommands, mountLinks } from './links/commands.ts';
import { sceneCommands } from './model/scene/commands.ts';
import { handleKey, registerCommands } from './store/commands.ts';
import { loadCore } from './store/core.ts';
import { problemCommands } from './structure/problems/commands.ts';
import './styles/shell.css';
import './styles/narrow.css';
import { timelineCommands } from './model/timeline/commands.ts';

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
  ...gapCommands,
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
