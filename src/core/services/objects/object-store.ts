import type { Readable } from 'node:stream';

/** What is known about a stored file. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export interface PutOptions {
  /** Media type, for stores that answer browsers themselves. */
  readonly type?: string;
  /** Gives the upload up; nothing of it stays. Too late once all bytes have been read: the file is stored then. */
  readonly signal?: AbortSignal;
}

export interface ByteRange {
  /** First byte. */
  readonly start: number;
  /** Last byte, included; one past the end of the file means its end. */
  readonly end: number;
}

/**
 * Files by key, on a disk or in a bucket. A key is a relative path of plain segments, `2026/11/photo-1a2b.jpg`; what is
 * there is whole: readers see the old bytes or the new ones, and after a kill either of them. A key that others have as
 * their folder cannot be a file.
 *
 * Every method throws HostError `storage_key_invalid` (400) for a key that leads elsewhere, `storage_unavailable` (503)
 * when the store cannot be reached, and `storage_full` (507) when it has no room.
 */
export interface ObjectStore {
  /**
   * Stores a file, in place of what was there. A stream that fails or is aborted leaves nothing behind, and its error
   * is thrown as it is.
   */
  put(key: string, content: Uint8Array | Readable, options?: PutOptions): Promise<StoredObject>;
  /** @throws HostError `storage_missing` (404), `storage_range_invalid` (416) */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole of it at once, for who has it in memory anyway: a stream costs more. @throws HostError `storage_missing` */
  readAll(key: string): Promise<Buffer>;
  /** The file, or null when there is none. */
  stat(key: string): Promise<StoredObject | null>;
  /** @throws HostError `storage_missing` (404) */
  copy(from: string, to: string): Promise<StoredObject>;
  /** Does nothing when there is none. */
  delete(key: string): Promise<void>;
  /** Deletes the files whose keys begin with `prefix`; some of them where it is cut off. @returns how many */
  deleteAll(prefix: string): Promise<number>;
  /** The files whose keys begin with `prefix`, in the order of the bytes of their keys; read as they are asked for. */
  list(prefix?: string): AsyncIterable<StoredObject>;
  /**
   * Bytes that could still be stored, for who looks before a great deal of work. A store that cannot tell has no such
   * method.
   */
  freeBytes?(): Promise<number>;
}

/** A store in the hands of the host. */
export interface ObjectStoreService extends ObjectStore {
  /**
   * Removes what killed processes have left of files that never became whole.
   * @param before what was last written to after this moment may still be at work
   * @returns how many
   */
  sweep(before: Date): Promise<number>;
  /**
   * Where a file would be found if its folder or its bucket was public: whole addresses, or paths of the site. See
   * `findPublicAddress`.
   */
  possibleAddresses(key: string): Promise<readonly string[]>;
  close(): void;
}
