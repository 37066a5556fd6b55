import { Readable } from 'node:stream';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { PostViewer } from '../content/managed-posts.js';
import { isRecord } from '../record.js';
import type { User } from '../user.js';
import type { Attachment } from './attachment.js';
import type { SizeDefinitions } from './sizes.js';

/** A file about to be added to the media library. */
export interface MediaCandidate {
  /**
   * Detected from the content; `text/html`, `image/svg+xml` and `application/octet-stream` are possible. Plain text is
   * `text/csv`, `text/markdown`, `text/yaml` or `application/json` if its name says so, otherwise `text/plain`.
   */
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: number;
  /** Pixels. Null for files that are not images. */
  readonly width: number | null;
  readonly height: number | null;
  /** Id of the uploader. 0 for none. */
  readonly authorId: number;
}

declare module '../../hooks/names.js' {
  interface Actions {
    /** A file was added to the media library. */
    attachment_created(attachment: Attachment): void | Promise<void>;
    /** The fields of a file changed, or its sizes were regenerated. */
    attachment_updated(attachment: Attachment, before: Attachment): void | Promise<void>;
    /** The content of a file was replaced under the same id. */
    attachment_replaced(attachment: Attachment, before: Attachment): void | Promise<void>;
    /** A file was deleted from the media library, including its bytes. */
    attachment_deleted(attachment: Attachment): void | Promise<void>;
  }
  interface Filters {
    /**
     * Decides whether the media library accepts a file. By default it accepts images, audio, video, PDF, archives and
     * office documents. SVG, HTML and plain text can contain scripts, so they are always downloaded, never displayed.
     */
    media_accept(accepted: boolean, candidate: MediaCandidate): boolean | Promise<boolean>;
    /**
     * The image from which sizes are regenerated. `null` for the current file. A plugin that displays an image
     * differently from its upload, as with a watermark, returns the upload.
     */
    media_original(
      original: Readable | Uint8Array | null,
      attachment: Attachment,
    ): Readable | Uint8Array | null | Promise<Readable | Uint8Array | null>;
    /** The sizes made of images, by name. Run `mortise media regenerate` after a change. */
    media_sizes(sizes: SizeDefinitions): SizeDefinitions;
    /**
     * Decides whether a user, or a visitor (null), may see a file. `viewer` is the request with its cookies. It is
     * applied to single files only: files refused here still count in list totals, unless `media_hidden` names them
     * too.
     */
    media_may_read(
      may: boolean,
      attachment: Attachment,
      user: User | null,
      viewer: PostViewer,
    ): boolean | Promise<boolean>;
    /**
     * Ids of files left out of media lists for a viewer before they are counted: the files that `media_may_read`
     * refuses. Not needed for files of posts whose type is registered as `managed`.
     */
    media_hidden(ids: readonly number[], viewer: PostViewer): readonly number[] | Promise<readonly number[]>;
  }
}

export function defineMediaHooks({ define }: OwnedHooks): void {
  const action = { kind: 'action', since: '0.1.0', async: 'allowed', decorating: true } as const;
  define('attachment_created', action);
  define('attachment_updated', action);
  define('attachment_replaced', action);
  define('attachment_deleted', action);
  const gate = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('media_accept', { ...gate, accepts: isBoolean });
  define('media_may_read', { ...gate, accepts: isBoolean });
  define('media_hidden', { ...gate, accepts: isIds });
  define('media_original', { ...gate, accepts: isOriginal });
  define('media_sizes', { kind: 'filter', since: '0.1.0', decorating: true, accepts: isSizes });
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isOriginal(value: unknown): boolean {
  return value === null || value instanceof Uint8Array || value instanceof Readable;
}

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0);
}

const SIZE_NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const MAX_SIDE = 10_000;

function isSizes(value: unknown): boolean {
  return (
    isRecord(value) &&
    Object.entries(value).every(
      ([name, size]) =>
        SIZE_NAME.test(name) &&
        name !== 'full' &&
        isRecord(size) &&
        isSide(size.width) &&
        isSide(size.height) &&
        typeof size.crop === 'boolean' &&
        (size.width !== 0 || size.height !== 0) &&
        !(size.crop && (size.width === 0 || size.height === 0)),
    )
  );
}

function isSide(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SIDE;
}
