import { Readable } from 'node:stream';

/** The same bytes; `tell` is called once, when the first of them have been taken by who sends them. */
export function onFirstBytes(source: Readable, tell: () => void): Readable {
  async function* taken(): AsyncGenerator<Uint8Array> {
    let isTold = false;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      yield chunk;
      if (!isTold) tell();
      isTold = true;
    }
  }
  // A source that breaks off before anybody reads is heard of by who reads.
  source.on('error', () => undefined);
  const bytes = Readable.from(taken(), { objectMode: false });
  bytes.once('close', () => source.destroy());
  return bytes;
}
