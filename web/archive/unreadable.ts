/** Something cannot be read; the message is a sentence for the user. */
export class Unreadable extends Error {}
