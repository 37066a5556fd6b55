import { createHash, randomBytes } from 'node:crypto';
import type { ObjectStore } from '../services/objects/object-store.js';
import { keyOf, sizeFileName } from './addresses.js';
import type { Attachment } from './attachment.js';
import { draftIncomplete } from './media-errors.js';
import type { StoredSize } from './rows.js';

/** An image in one size, in the media type of its attachment. */
export interface DraftFile {
  readonly content: Uint8Array;
  /** Pixels as displayed, with the orientation applied. */
  readonly width: number;
  readonly height: number;
}

/**
 * The files of an attachment's next version, made by the caller: an image with a watermark, or without. They are
 * stored one by one and become visible together when published.
 */
export interface MediaDraft {
  /**
   * Folder of the draft's files. Record it before the first file to remove them after a crash, see `Media.discard`.
   * Otherwise they are swept a day later.
   */
  readonly token: string;
  /** Stores a file. @param size `full`, or the name of a smaller size @throws HostError `storage_*` */
  put(size: string, file: DraftFile): Promise<void>;
  /**
   * Makes these files the current version, under a new URL. Sizes that were not stored no longer exist.
   * @param within runs in the same transaction, so its writes commit together with the files
   * @throws HostError 409 `attachment_changed` if the attachment is no longer at the version the draft was made for,
   * 404 `attachment_not_found`, `media_draft_incomplete` without `full`. The draft's files are removed in these cases
   */
  publish(within?: (after: Attachment) => Promise<void>): Promise<Attachment>;
  /** Removes the draft's files. Never throws. */
  discard(): Promise<void>;
}

/** Stored files of a draft. */
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
  /** Writes the attachment's row. */
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
      // Sizes are made concurrently. The new version lists them in the order of the present one.
      const ordered = Object.fromEntries(
        Object.keys({ ...attachment.sizes, ...sizes }).flatMap((name) => (sizes[name] ? [[name, sizes[name]]] : [])),
      );
      return publish({ ...full, token, sizes: ordered }, within);
    },
    discard: () => remove(token),
  };
}
