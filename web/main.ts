/** Starts the page. */
import './styles/tokens.css';
import './styles/base.css';
import { handleKey, registerCommands } from './commands.ts';
import { mountDrop } from './files/drop.ts';
import { loadCore } from './files/open.ts';
import { hexCommands } from './hex/commands.ts';
import { sceneCommands } from './scene/commands.ts';
import { pageCommands } from './shell/commands.ts';
import { mountShell } from './shell/shell.ts';
import './styles/shell.css';
import { timelineCommands } from './timeline/commands.ts';

registerCommands(...pageCommands, ...timelineCommands, ...sceneCommands, ...hexCommands);
mountShell(document.getElementById('app') ?? document.body);
mountDrop();
window.addEventListener('keydown', handleKey);
void loadCore();
