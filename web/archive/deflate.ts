/** Deflate (RFC 1951), by the platform: in browsers and in Node, aside from the thread that asks. */

/**
 * Deflates bytes. Not by fflate in pieces: its stream (0.8.3) takes 32 KB of zeros before the first byte for history, and
 * what begins with zeros, as a DTX does, comes out with distances that lead before its start.
 */
export async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
