/** The parts that the window is divided into: F6 goes from one to the next, and the tour points at them. */

/** `panels` are the three columns together. */
export type Region = 'header' | 'notices' | 'main' | 'panels' | 'left' | 'middle' | 'right';

const regions = new Map<Region, HTMLElement>();

/** Says which element a part of the window is. */
export function setRegion<Element extends HTMLElement>(region: Region, element: Element): Element {
  regions.set(region, element);
  return element;
}

/** The element of a part; undefined before it has been made. */
export const regionElement = (region: Region): HTMLElement | undefined => regions.get(region);

/** Where popovers stand: in the main landmark, to which assistive technology expects all of the page to belong. */
export const popoverHost = (): HTMLElement => regions.get('main') ?? document.body;

/** The column that holds an element. */
export function columnOf(element: Element): Region | undefined {
  const columns = ['left', 'middle', 'right'] as const;
  return columns.find((column) => regions.get(column)?.contains(element));
}
