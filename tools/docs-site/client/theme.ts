/** What every page of the docs has: the theme that was chosen in the page, before anything is drawn, and launches. */
import { page } from '../../../web/ui/scope.ts';
import { mountTheme } from '../../../web/ui/theme.ts';
import { watchLaunches } from './launch.ts';

page.run(mountTheme);
watchLaunches();
