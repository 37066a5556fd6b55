import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';

/** Writes a piece of text and resolves when the sink is ready for the next. */
export type WriteText = (text: string) => Promise<void>;

/** Bytes buffered for a reader slower than the database. */
const WAITING = 256 * 1024;

/**
 * Streams a text while it is produced, at the pace of the reader. The signal aborts production when the reader
 * disconnects; an error destroys the stream, so that readers notice.
 * @returns when the first piece is available; earlier errors are thrown
 */
export async function streamOf(produce: (write: WriteText, signal: AbortSignal) => Promise<void>): Promise<Readable> {
  const stream = new PassThrough({ highWaterMark: WAITING });
  const disconnected = new AbortController();
  stream.once('close', () => disconnected.abort());
  // Before the response starts, nothing listens, and an unhandled stream error would end the process.
  stream.on('error', () => undefined);
  const started = new Promise<void>((resolve, reject) => {
    const write: WriteText = async (text) => {
      resolve();
      disconnected.signal.throwIfAborted();
      if (!stream.write(text)) await once(stream, 'drain', { signal: disconnected.signal });
    };
    produce(write, disconnected.signal).then(
      () => stream.end(resolve),
      (error: Error) => {
        stream.destroy(error);
        reject(error);
      },
    );
  });
  await started;
  return stream;
}
