/** Starts the page; with `?embed` the viewer alone, of which nothing is in the page's own scripts. */
import './styles/tokens.css';
import './styles/base.css';
import './styles/access.css';
import './styles/shell.css';
import { missingAbilities, mountTooOld } from './app/browser.ts';
import { mountStart } from './app/start.ts';
import { pageAddress } from './ui/address.ts';
import { page } from './ui/scope.ts';

if (new URLSearchParams(location.search).has('embed')) {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = new URL(import.meta.env.DEV ? './embed/frame.ts' : './embed/frame.js', pageAddress()).href;
  document.head.append(script);
} else {
  const host = document.getElementById('app') ?? document.body;
  const missing = missingAbilities();
  if (missing.length > 0) mountTooOld(host, missing);
  else page.run(() => mountStart(host));
}
