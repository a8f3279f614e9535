/** Something cannot be read; the message is a sentence for the user. No DOM. */
export class Unreadable extends Error {}
