/**
 * `npm run strings [-- web/app wasm/abc …]`: every text that a user reads, file by file, to be read in one go. The
 * rules that a machine can hold are in tests/web/rules/english.test.ts.
 */
import { allTexts } from './lib/strings.mjs';

const folders = process.argv.slice(2);
let shown = '';
for (const { file, line, text, role } of allTexts()) {
  if (folders.length > 0 && !folders.some((folder) => file.startsWith(folder))) continue;
  if (file !== shown) console.log(`\n${file}`);
  shown = file;
  console.log(`${String(line).padStart(5)}  ${role ? `${role}: ` : ''}${text.replaceAll('\n', '⏎')}`);
}
