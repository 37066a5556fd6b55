import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { UploadStore } from '../http/upload-store.js';
import { tooLarge } from './media-errors.js';

/** Where the bytes of a file come from: a file on this machine, which stays, or a stream. */
export type MediaSource = { readonly path: string } | Readable | Uint8Array;

/**
 * Has the source as a file for as long as `work` takes, since its type has to be looked at and its pixels read twice.
 * @throws HostError `media_too_large`, `storage_full`; what the source throws
 */
export async function withFile<T>(
  source: MediaSource,
  { uploads, maxBytes, signal }: { uploads: UploadStore; maxBytes: number; signal?: AbortSignal | undefined },
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (!(source instanceof Readable) && !(source instanceof Uint8Array)) {
    if ((await stat(source.path)).size > maxBytes) throw tooLarge(maxBytes);
    return work(source.path);
  }
  const stream = source instanceof Uint8Array ? Readable.from([source]) : source;
  const { path } = await uploads.write(limited(stream, maxBytes, signal));
  try {
    return await work(path);
  } finally {
    await uploads.remove([path]);
  }
}

async function* limited(
  source: Readable,
  maxBytes: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array | string>) {
    signal?.throwIfAborted();
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += buffer.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield buffer;
  }
}
