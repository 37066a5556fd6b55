import { Readable } from 'node:stream';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { PostViewer } from '../content/managed-posts.js';
import { isRecord } from '../record.js';
import type { User } from '../user.js';
import type { Attachment } from './attachment.js';
import type { SizeDefinitions } from './sizes.js';

/** A file that somebody wants to put into the media library. */
export interface MediaCandidate {
  /**
   * By its content; `text/html`, `image/svg+xml` and `application/octet-stream` are possible. Plain text is `text/csv`,
   * `text/markdown`, `text/yaml` or `application/json` where its name says so, else `text/plain`.
   */
  readonly mimeType: string;
  readonly filename: string;
  readonly bytes: number;
  /** Pixels; null for what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Who uploads it; 0 for nobody. */
  readonly authorId: number;
}

declare module '../../hooks/names.js' {
  interface Actions {
    /** A file has come into the media library. */
    attachment_created(attachment: Attachment): void | Promise<void>;
    /** What people say about a file has changed, or its sizes were made anew. */
    attachment_updated(attachment: Attachment, before: Attachment): void | Promise<void>;
    /** A file has other content under the same id. */
    attachment_replaced(attachment: Attachment, before: Attachment): void | Promise<void>;
    /** A file has left the media library. Its bytes are gone. */
    attachment_deleted(attachment: Attachment): void | Promise<void>;
  }
  interface Filters {
    /**
     * Whether the media library takes a file. The default takes pictures, sound, film, PDF, archives and office documents;
     * scripts can hide in SVG, HTML and plain text, so these are only ever saved and never shown, whoever takes them.
     */
    media_accept(accepted: boolean, candidate: MediaCandidate): boolean | Promise<boolean>;
    /**
     * The picture that sizes are made of, when they are made anew: `null` for the file as it is shown. A plugin that
     * shows a picture in another way than it was uploaded hands out the one that was.
     */
    media_original(
      original: Readable | Uint8Array | null,
      attachment: Attachment,
    ): Readable | Uint8Array | null | Promise<Readable | Uint8Array | null>;
    /** The sizes that are made of pictures, by name. Run `mortise media regenerate` after a change. */
    media_sizes(sizes: SizeDefinitions): SizeDefinitions;
    /**
     * Whether somebody, or a visitor (null), may see a file. The viewer is the request, with its cookies. It is asked of
     * each file by itself, so that what it alone takes away from lists is counted in their totals: add `media_hidden`.
     */
    media_may_read(
      may: boolean,
      attachment: Attachment,
      user: User | null,
      viewer: PostViewer,
    ): boolean | Promise<boolean>;
    /**
     * The ids of the files that lists of the media library leave out for a viewer, before they are counted: those that
     * `media_may_read` refuses one by one. Files of posts that a plugin keeps closed need it not, where the type is
     * registered as `managed`.
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
const LARGEST_SIDE = 10_000;

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
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_SIDE;
}
