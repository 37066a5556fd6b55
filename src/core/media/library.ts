import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Content } from '../content/content.js';
import type { PostViewer } from '../content/managed-posts.js';
import type { Database } from '../database/database.js';
import { createUploadStore } from '../http/upload-store.js';
import type { Outbox } from '../outbox/outbox.js';
import type { PageHandler } from '../pages/router.js';
import type { Registry } from '../rest/registry.js';
import type { Locks } from '../services/locks/locks.js';
import type { ObjectStoreService } from '../services/objects/object-store.js';
import type { SignedAddresses } from '../services/objects/signed-addresses.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Site } from '../site.js';
import { createMediaReading, registerMediaAccess } from './access.js';
import { createMedia, type Media, type MediaOptions } from './media.js';
import { createMediaQueries } from './media-queries.js';
import { createPublicFiles } from './public-files.js';
import { registerMediaRoutes } from './routes.js';
import { createSignedFiles } from './signed-files.js';
import { sweepMedia } from './sweep.js';

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
