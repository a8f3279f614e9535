/** Starts the page. */
import './styles/tokens.css';
import './styles/base.css';
import './styles/access.css';
import './styles/shell.css';
import { mountStart } from './app/start.ts';
import { page } from './ui/scope.ts';

page.run(() => mountStart(document.getElementById('app') ?? document.body));
