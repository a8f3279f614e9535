/** The theme's colours as three.js colours. */
import { Color } from 'three';
import { cssColor } from '../theme.ts';

/** Every colour that the scene draws with. */
export interface Palette {
  readonly model: Color;
  readonly bone: Color;
  readonly joint: Color;
  readonly selected: Color;
  readonly grid: Color;
  readonly axisX: Color;
  readonly axisZ: Color;
  /** Light from above and from below. */
  readonly sky: Color;
  readonly ground: Color;
  /** Lines drawn over the lit model. */
  readonly ink: Color;
}

/** Reads the palette of the theme that holds now. */
export function readPalette(): Palette {
  return {
    model: color('--model'),
    bone: color('--hue-nodes'),
    joint: color('--panel'),
    selected: color('--select'),
    grid: color('--viewport-grid'),
    axisX: color('--axis-x'),
    axisZ: color('--axis-z'),
    sky: color('--viewport-top').lerp(WHITE, 0.7),
    ground: color('--viewport-bottom'),
    ink: color('--bg'),
  };
}

const WHITE = new Color(0xffffff);

function color(token: string): Color {
  return new Color(cssColor(token));
}
