/** The theme that was chosen in the page, before anything is drawn. */
import { page } from '../../../web/ui/scope.ts';
import { mountTheme } from '../../../web/ui/theme.ts';

page.run(mountTheme);
