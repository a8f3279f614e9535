/** Texts as files have them: Latin-1. The core asks for them: Unicode's tables are JavaScript's. */

/** Characters that are none in Latin-1: those above it, and the control codes. */
const OTHERS = /[^ -~\xa0-\xff]/gu;
/** Characters of a text that are looked at: no file has a longer one. */
const MOST = 65_535;

/** `LatinText` of the core. @param longest characters */
export function latinOf(text: string, longest: number): string {
  if (text.length <= longest && !/[^ -~\xa0-\xff]/u.test(text)) return text;
  return text
    .slice(0, MOST)
    .normalize('NFC')
    .replaceAll(OTHERS, (character) => {
      const bare = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return /^[ -~\xa0-\xff]+$/u.test(bare) ? bare : '_';
    })
    .slice(0, longest);
}
