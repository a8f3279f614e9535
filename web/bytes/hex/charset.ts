/** What character a byte is shown as, one each. No DOM. */

/** Latin-1 is what the format's texts are in; the games' own tools show them in the code page of Windows. */
export type Charset = 'ascii' | 'latin1' | 'cp1252';

/** What has no shape of its own: controls, no-break space, soft hyphen, what a code page leaves out. */
const DOT = '·';

/** Controls and what only keeps words apart or together. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u00a0\u00ad]/;

/** 0x80 … 0x9F of the code page; the dots are places that it leaves free. */
const WINDOWS = [...'€·‚ƒ„…†‡ˆ‰Š‹Œ·Ž··‘’“”•–—˜™š›œ·žŸ'];

/** By charset: 256 characters. */
export const CHARACTERS: Readonly<Record<Charset, readonly string[]>> = {
  ascii: table((byte) => (byte < 0x80 ? String.fromCharCode(byte) : null)),
  latin1: table((byte) => String.fromCharCode(byte)),
  cp1252: table((byte) => WINDOWS[byte - 0x80] ?? String.fromCharCode(byte)),
};

function table(character: (byte: number) => string | null): string[] {
  return Array.from({ length: 256 }, (_, byte) => {
    const shown = character(byte);
    return shown === null || UNSEEN.test(shown) ? DOT : shown;
  });
}
