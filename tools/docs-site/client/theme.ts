/** The theme that was chosen in the page, before anything is drawn. */
import { mountTheme } from '../../../web/ui/theme.ts';

mountTheme();
