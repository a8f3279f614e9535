/** The theme's colours as three.js colours. */
import { Color } from 'three';
import { cssColor } from '../ui/theme.ts';

/** Every colour that the scene draws with. */
export interface Palette {
  readonly model: Color;
  readonly bone: Color;
  readonly joint: Color;
  readonly selected: Color;
  readonly grid: Color;
  readonly axisX: Color;
  readonly axisZ: Color;
  /** Colours of the light from above and from below. */
  readonly sky: Color;
  readonly ground: Color;
  /** Lines drawn over the lit model. */
  readonly ink: Color;
  /** Edges drawn alone. */
  readonly wire: Color;
  /** Sides of a face in the winding view. */
  readonly front: Color;
  readonly back: Color;
}

/** Reads the palette of the current theme. */
export function readPalette(): Palette {
  return {
    model: tokenColor('--model'),
    bone: tokenColor('--hue-nodes'),
    joint: tokenColor('--panel'),
    selected: tokenColor('--select'),
    grid: tokenColor('--viewport-grid'),
    axisX: tokenColor('--axis-x'),
    axisZ: tokenColor('--axis-z'),
    sky: tokenColor('--viewport-top').lerp(WHITE, 0.7),
    ground: tokenColor('--viewport-bottom'),
    ink: tokenColor('--bg'),
    wire: tokenColor('--text-dim'),
    front: tokenColor('--info'),
    back: tokenColor('--error'),
  };
}

const WHITE = new Color(0xffffff);

/** A colour of styles/tokens.css in the current theme. */
export function tokenColor(token: string): Color {
  return new Color(cssColor(token));
}
