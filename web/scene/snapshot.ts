/** Looks at the model that the viewport shows, for small pictures of it. */
import { PanelRequest } from '../ui/panels.ts';

/** Asks the viewport to hand over its canvas with the present picture on it, to be copied at once; not while it shows nothing. */
export const snapshotRequests = new PanelRequest<(picture: HTMLCanvasElement) => void>();
