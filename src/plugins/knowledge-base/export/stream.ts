import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/** Writes a text in pieces; the next one waits until this one is taken. */
export type WriteText = (text: string) => Promise<void>;

/** Bytes that wait for a reader who is slower than the database. */
const WAITING = 256 * 1024;

/**
 * What is written as a stream, as fast as it is read. Whoever goes away stops it by the signal; an error cuts the stream
 * off, which readers notice.
 * @returns once the first piece is there: what fails before is thrown
 */
export async function streamOf(produce: (write: WriteText, signal: AbortSignal) => Promise<void>): Promise<Readable> {
  const stream = new PassThrough({ highWaterMark: WAITING });
  const gone = new AbortController();
  stream.once('close', () => gone.abort());
  // Until it is sent nobody listens, and an export that is cut off must not end the process.
  stream.on('error', () => undefined);
  const begun = new Promise<void>((resolve, reject) => {
    const write: WriteText = async (text) => {
      resolve();
      gone.signal.throwIfAborted();
      if (!stream.write(text)) await once(stream, 'drain', { signal: gone.signal });
    };
    produce(write, gone.signal).then(
      () => stream.end(resolve),
      (error: Error) => {
        stream.destroy(error);
        reject(error);
      },
    );
  });
  await begun;
  return stream;
}
