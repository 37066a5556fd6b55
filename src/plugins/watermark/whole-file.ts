import type { Readable } from 'node:stream';

/**
 * All bytes of a stored file. `node:stream/consumers` does the same by way of a Blob, which copies them twice: of a
 * library of pictures that is a third of what reading costs, and as much again in garbage.
 */
export async function wholeFile(stream: Readable): Promise<Buffer> {
  const chunks: Uint8Array[] = await stream.toArray();
  const [first] = chunks;
  return first instanceof Buffer && chunks.length === 1 ? first : Buffer.concat(chunks);
}
