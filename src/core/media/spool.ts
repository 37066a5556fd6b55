import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { UploadStore } from '../http/upload-store.js';
import { tooLarge } from './media-errors.js';

/** Source of a file's bytes: a file on this machine, which is kept, or a stream or buffer. */
export type MediaSource = { readonly path: string } | Readable | Uint8Array;

/**
 * Provides the source as a file while `work` runs.
 * Its type is checked and its pixels are read twice, so a stream is not enough.
 * @throws HostError `media_too_large`, `storage_full`, and errors of the source
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
