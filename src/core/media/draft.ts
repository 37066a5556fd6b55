import { createHash, randomBytes } from 'node:crypto';
import type { ObjectStore } from '../services/objects/object-store.js';
import { keyOf, sizeFileName } from './addresses.js';
import type { Attachment } from './attachment.js';
import { draftIncomplete } from './media-errors.js';
import type { StoredSize } from './rows.js';

/** A picture in one size, of the type that its attachment has. */
export interface DraftFile {
  readonly content: Uint8Array;
  /** Pixels as people see them, orientation applied. */
  readonly width: number;
  readonly height: number;
}

/**
 * The files of an attachment's next version, which somebody makes: a picture with a mark on it, or without. They are
 * stored one by one, and nobody sees any of them before all are published at once.
 */
export interface MediaDraft {
  /**
   * What its files lie below. Whoever notes it before the first file can have them removed after a kill, see
   * `Media.discard`; otherwise they are swept away a day later.
   */
  readonly token: string;
  /** Stores a file. @param size `full`, or the name of a smaller one @throws HostError `storage_*` */
  put(size: string, file: DraftFile): Promise<void>;
  /**
   * Shows these files from now on, under a new address. The sizes that were not stored are there no more.
   * @param within is part of the same transaction: what it writes is there with the files, or not at all
   * @throws HostError 409 `attachment_changed` when the attachment is not the version any more that the draft was made
   *   for, 404 `attachment_not_found`, `media_draft_incomplete` without `full`; its files are gone then
   */
  publish(within?: (after: Attachment) => Promise<void>): Promise<Attachment>;
  /** Removes its files; never throws. */
  discard(): Promise<void>;
}

/** What is stored of a draft. */
export interface DraftVersion {
  readonly token: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly sizes: Record<string, StoredSize>;
}

export interface DraftParts {
  readonly objects: Pick<ObjectStore, 'put'>;
  /** Writes the row. */
  publish(version: DraftVersion, within: (after: Attachment) => Promise<void>): Promise<Attachment>;
  remove(token: string): Promise<void>;
}

export function createDraft(attachment: Attachment, { objects, publish, remove }: DraftParts): MediaDraft {
  const { mimeType, filename } = attachment;
  const token = randomBytes(16).toString('hex');
  const sizes: Record<string, StoredSize> = {};
  let full: Omit<DraftVersion, 'sizes' | 'token'> | null = null;

  return {
    token,
    async put(size, { content, width, height }) {
      await objects.put(keyOf(token, size, mimeType), content, { type: mimeType });
      const shape = { width, height, bytes: content.length };
      if (size === 'full') full = { ...shape, sha256: createHash('sha256').update(content).digest('hex') };
      else sizes[size] = { ...shape, file: sizeFileName(filename, size), mimeType };
    },
    async publish(within = async () => undefined) {
      if (!full) {
        await remove(token);
        throw draftIncomplete(attachment.id);
      }
      return publish({ ...full, token, sizes }, within);
    },
    discard: () => remove(token),
  };
}
