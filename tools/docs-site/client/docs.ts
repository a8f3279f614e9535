/** What a page of the docs does: theme, search, and the lists that fold on a small screen. */
import { toggleTheme } from '../../../web/ui/theme.ts';
import { mountSearch } from './search.ts';

const themeButton = document.querySelector<HTMLButtonElement>('button.theme');
if (themeButton) {
  themeButton.hidden = false;
  themeButton.addEventListener('click', toggleTheme);
}
mountSearch();

/** Beside the text the lists are open; above it, where there is less room, they wait (styles/frame.css). */
for (const [list, above] of [
  ['.pages > details', '(width < 900px)'],
  ['.contents > details', '(width < 1240px)'],
] as const) {
  const details = document.querySelector<HTMLDetailsElement>(list);
  const query = matchMedia(above);
  const fold = () => {
    if (details) details.open = !query.matches;
  };
  fold();
  query.addEventListener('change', fold);
  // It would cover where the link leads.
  details?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) fold();
  });
}

/** What scrolls sideways can be reached by keyboard. */
const wide = document.querySelectorAll<HTMLElement>('.wide');
const watch = new ResizeObserver((boxes) => {
  for (const { target } of boxes) {
    if (target.scrollWidth > target.clientWidth) {
      target.setAttribute('tabindex', '0');
      target.setAttribute('role', 'group');
      target.setAttribute('aria-label', 'Table');
    } else for (const name of ['tabindex', 'role', 'aria-label']) target.removeAttribute(name);
  }
});
for (const box of wide) watch.observe(box);

/** The chapter in view is marked in the list of contents. */
const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [
    decodeURIComponent(link.hash.slice(1)),
    link,
  ]),
);
const headings = [...links.keys()]
  .map((id) => document.getElementById(id))
  .filter((heading) => heading !== null);
let marked: HTMLAnchorElement | undefined;
function markChapter(): void {
  const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120) ?? headings[0];
  const link = current && links.get(current.id);
  if (link === marked) return;
  marked?.removeAttribute('aria-current');
  marked = link;
  link?.setAttribute('aria-current', 'location');
  const list = link?.closest<HTMLElement>('.contents');
  if (list && link && list.scrollHeight > list.clientHeight) {
    list.scrollTop = link.offsetTop - list.clientHeight / 2;
  }
}
let waiting = false;
document.addEventListener(
  'scroll',
  () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      markChapter();
    });
  },
  { passive: true },
);
markChapter();
