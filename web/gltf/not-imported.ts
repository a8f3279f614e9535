/** Bytes that are no GLB or glTF that can be read. The message is a sentence for the user. */
export class NotImported extends Error {
  override readonly name = 'NotImported';
}
