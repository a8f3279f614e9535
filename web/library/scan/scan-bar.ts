/** The bar that checks all files of the library and says how far that is. */
import { button } from '../../ui/dom.ts';

/** Fills the bar. Made within a scope. */
export function mountScanBar(box: HTMLElement): void {
  box.classList.add('scan-bar');
  box.append(button('Check all', () => {}, { class: 'button-small', disabled: true }));
}
