import { Readable } from 'node:stream';

/** Passes bytes through and calls `tell` once, when the first of them are read. */
export function onFirstBytes(source: Readable, callback: () => void): Readable {
  async function* taken(): AsyncGenerator<Uint8Array> {
    let hasCalled = false;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      yield chunk;
      if (!hasCalled) callback();
      hasCalled = true;
    }
  }
  // Prevents an unhandled error before reading starts. The reader still receives it.
  source.on('error', () => undefined);
  const bytes = Readable.from(taken(), { objectMode: false });
  bytes.once('close', () => source.destroy());
  return bytes;
}
