import type { Readable } from 'node:stream';

/** Metadata of a stored file. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Options for storing a file. */
export interface PutOptions {
  /** Media type, for stores that serve browsers directly. */
  readonly type?: string;
  /** Aborts the upload and discards it. Has no effect once all bytes have been read. */
  readonly signal?: AbortSignal;
}

/** Part of a file, in bytes. */
export interface ByteRange {
  /** First byte. */
  readonly start: number;
  /** Last byte, inclusive; clamped to the end of the file. */
  readonly end: number;
}

/**
 * Files by key, on disk or in a bucket. A key is a relative path of plain segments, `2026/11/photo-1a2b.jpg`. Writes
 * are atomic: readers see the old bytes or the new ones, and a crash leaves one of them. A key that is a folder of
 * other keys cannot be a file.
 *
 * Every method throws HostError `storage_key_invalid` (400) for an invalid key, `storage_unavailable` (503) if the
 * store is unreachable, and `storage_full` (507) if it has no space left.
 */
export interface ObjectStore {
  /**
   * Stores a file, replacing an existing one. A stream that fails or is aborted leaves nothing behind, and its error
   * is rethrown as it is.
   */
  put(key: string, content: Uint8Array | Readable, options?: PutOptions): Promise<StoredObject>;
  /** @throws HostError `storage_missing` (404), `storage_range_invalid` (416) */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Reads a whole file into memory, which is cheaper than a stream if all of it is needed.
   * @throws HostError `storage_missing`
   */
  readAll(key: string): Promise<Buffer>;
  /** Returns the metadata of a file, or null if there is none. */
  stat(key: string): Promise<StoredObject | null>;
  /** @throws HostError `storage_missing` (404) */
  copy(from: string, to: string): Promise<StoredObject>;
  /** Deletes a file if it exists. */
  delete(key: string): Promise<void>;
  /** Deletes all files whose keys start with `prefix`; not atomic. @returns number of files */
  deleteAll(prefix: string): Promise<number>;
  /** Lists files whose keys start with `prefix`, in byte order of their keys. Reads lazily. */
  list(prefix?: string): AsyncIterable<StoredObject>;
  /** Returns the free space in bytes, to check before large operations. Missing if the store cannot tell. */
  freeBytes?(): Promise<number>;
}

/** Object store API for the host. */
export interface ObjectStoreService extends ObjectStore {
  /**
   * Deletes incomplete files left behind by killed processes.
   * @param before files written to after this time may still be in progress
   * @returns number of files
   */
  sweep(before: Date): Promise<number>;
  /**
   * Returns URLs or site paths that would lead to the file if its folder or bucket were public. See
   * `findPublicAddress`.
   */
  possibleAddresses(key: string): Promise<readonly string[]>;
  close(): void;
}
