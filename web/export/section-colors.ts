/** The colours of sections for programs that know no light and dark: those of the page on dark. No DOM. */
import { sectionHue } from '../explain/sections.ts';

/** By token, as styles/tokens.css has them (tests/web/template.test.ts compares). */
const COLORS: Readonly<Record<string, string>> = {
  '--hue-header': '8FA3BF',
  '--hue-pieces': '3FC1B0',
  '--hue-nodes': 'A58BFF',
  '--hue-children': 'F07AB0',
  '--hue-animation': 'F0A94B',
  '--hue-sockets': '7BC96F',
  '--hue-bindings': '62BDF5',
  '--hue-none': '848D9B',
};

/** `RRGGBB` of a section type as the file names it; a neutral one for any other. */
export function sectionColor(type: string): string {
  return COLORS[sectionHue(type)] ?? '848D9B';
}
