/** The module `embed/lithoscope-viewer.js`: defines `<lithoscope-viewer>`. */
import { LithoscopeViewer } from './element.ts';

export { LithoscopeViewer };

// A page may load it twice, from two addresses: the first counts.
if (!customElements.get('lithoscope-viewer')) customElements.define('lithoscope-viewer', LithoscopeViewer);
