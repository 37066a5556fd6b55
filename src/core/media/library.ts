import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Content } from '../content/content.js';
import type { PostViewer } from '../content/managed-posts.js';
import type { Database } from '../database/database.js';
import { contentDisposition } from '../http/content-disposition.js';
import { fileResponse } from '../http/file-response.js';
import { createUploadStore } from '../http/upload-store.js';
import type { Outbox } from '../outbox/outbox.js';
import type { PageHandler } from '../pages/router.js';
import type { Registry } from '../rest/registry.js';
import type { Locks } from '../services/locks/locks.js';
import { storageMissing } from '../services/objects/object-errors.js';
import type { ObjectStore, ObjectStoreService, StoredObject } from '../services/objects/object-store.js';
import type { SignedAddresses } from '../services/objects/signed-addresses.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Site } from '../site.js';
import { createMediaReading, registerMediaAccess } from './access.js';
import { MEDIA_KEYS, tokenOf } from './addresses.js';
import { createMedia, type Media, type MediaOptions } from './media.js';
import { createMediaQueries } from './media-queries.js';
import { createPublicFiles } from './public-files.js';
import { registerMediaRoutes } from './routes.js';
import './tables.js';

const DAY = 24 * 60 * 60 * 1000;

export interface MediaLibraryParts {
  readonly config: {
    readonly uploads: { readonly maxBytes: number; readonly maxPixels: number };
    readonly uploadFolder?: string | undefined;
  };
  readonly db: Database;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly access: Access;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly objects: ObjectStoreService;
  readonly locks: Locks;
  readonly schedules: Pick<Schedules, 'add'>;
  readonly registry: Registry;
  readonly content: Pick<Content, 'posts' | 'types'>;
  readonly signedAddresses: SignedAddresses;
  readonly log: Logger;
  readonly tools: MediaOptions['tools'];
}

/** The media library as the site's code uses it. */
export interface HostMedia extends Media {
  /** Runs `sweepMedia`. The host does this once a day. */
  sweep(): Promise<number | null>;
}

/** The media library with its file handler. */
export interface MediaLibrary {
  readonly media: HostMedia;
  /** Whether a file with this id exists. Given a viewer, whether that viewer can find it. */
  hasFile(id: number, viewer?: PostViewer): Promise<boolean>;
  /** Handles requests below the media path. */
  readonly page: PageHandler;
}

export function createMediaLibrary(parts: MediaLibraryParts): MediaLibrary {
  const { config, db, site, access, objects, log } = parts;
  const { posts } = parts.content;
  const hooks = parts.hooks.forOwner('core');
  const limits = config.uploads;
  const uploads = createUploadStore({ folder: config.uploadFolder, log });
  const queries = createMediaQueries({ db, site, types: parts.content, hooks });
  const reading = createMediaReading({ hooks, media: queries, content: parts.content });
  const media = createMedia({ ...parts, hooks, uploads, limits, queries, reading });
  registerMediaAccess(access, media);
  registerMediaRoutes({ ...parts, posts, media, reading, limits });
  const signed = createSignedFiles(objects, parts.signedAddresses);
  const attachments = createPublicFiles({ site, objects, media: queries, reading });
  parts.schedules.add(
    {
      name: 'core_media_sweep',
      title: 'Delete unused files',
      every: DAY,
      overlap: false,
      run: async () => void (await sweepMedia(parts)),
    },
    'core',
  );
  return {
    media: { ...media, sweep: () => sweepMedia(parts) },
    async hasFile(id, viewer) {
      const found = await queries.get(id);
      return found !== null && (viewer === undefined || reading.mayFind(viewer, found));
    },
    page: async (request) => (await signed(request)) ?? attachments(request),
  };
}

/** Path prefix of signed files. No attachment has this id. */
const BEFORE_KEY = '/-/';

/**
 * Serves `GET {media}/-/{key}?expires=&signature=`: a private file for holders of its signed URL. It is downloaded,
 * never displayed, because its content has not been checked.
 */
function createSignedFiles(objects: ObjectStore, addresses: SignedAddresses): PageHandler {
  return async (request) => {
    if (!request.path.startsWith(BEFORE_KEY)) return null;
    const key = request.path.slice(BEFORE_KEY.length);
    const name = addresses.verify(key, request.query);
    const found = await objects.stat(key);
    if (!found) throw storageMissing(key.slice(key.lastIndexOf('/') + 1));
    const { bytes, modifiedAt } = found;
    return fileResponse(request, {
      bytes,
      modifiedAt,
      etag: `"${createHash('sha256').update(`${key}\n${bytes}\n${modifiedAt.getTime()}`).digest('base64url').slice(0, 22)}"`,
      type: 'application/octet-stream',
      disposition: contentDisposition('attachment', name),
      // The URL itself grants access, so shared caches must not store the response.
      cache: 'private, no-store',
      open: (range) => objects.read(key, range),
    });
  };
}

const LOCK = 'media-sweep';

/** Tokens looked up per query. */
const BATCH = 200;

interface SweepParts {
  readonly db: Database;
  readonly objects: ObjectStoreService;
  readonly locks: Locks;
  readonly log: Logger;
}

/**
 * Deletes files that no row refers to, as left behind by crashed processes. Files from the last day are kept, since
 * their rows may still be written.
 * @returns the number of deleted files, or null if another process is sweeping
 */
export async function sweepMedia({ db, objects, locks, log }: SweepParts, now = Date.now()): Promise<number | null> {
  const lease = await locks.acquire(LOCK);
  if (!lease) return null;
  const before = new Date(now - DAY);
  let removed = 0;

  async function removeUnnamed(found: ReadonlyMap<string, readonly StoredObject[]>): Promise<void> {
    const tokens = [...found.keys()];
    if (tokens.length === 0) return;
    const rows = await db.query.selectFrom('attachments').select('token').where('token', 'in', tokens).execute();
    const named = new Set(rows.map(({ token }) => token));
    for (const [token, files] of found) {
      if (named.has(token) || files.some(({ modifiedAt }) => modifiedAt >= before)) continue;
      for (const { key } of files) await objects.delete(key);
      removed += files.length;
    }
  }

  try {
    removed += await objects.sweep(before);
    let found = new Map<string, StoredObject[]>();
    for await (const object of objects.list(MEDIA_KEYS)) {
      if (lease.signal.aborted) break;
      const token = tokenOf(object.key);
      if (token === null) continue;
      // Keys are sorted, so every token but the last is complete.
      if (!found.has(token) && found.size >= BATCH) {
        await removeUnnamed(found);
        found = new Map();
      }
      found.set(token, [...(found.get(token) ?? []), object]);
    }
    await removeUnnamed(found);
    if (removed > 0) log.info({ removed }, 'Deleted unused files');
    return removed;
  } finally {
    await lease.release();
  }
}
