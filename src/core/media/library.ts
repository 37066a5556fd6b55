import type { Logger } from 'pino';
import type { OwnedHooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Posts } from '../content/posts.js';
import type { Database } from '../database/database.js';
import { createUploadStore } from '../incoming/upload-store.js';
import type { Outbox } from '../outbox/outbox.js';
import type { PageHandler } from '../pages/router.js';
import type { Registry } from '../rest/registry.js';
import type { Locks } from '../services/locks/locks.js';
import type { ObjectStoreService } from '../services/objects/object-store.js';
import type { SignedAddresses } from '../services/objects/signed-addresses.js';
import type { Site } from '../site.js';
import { createMediaReading, registerMediaAccess } from './access.js';
import { createMedia, type Media } from './media.js';
import { createMediaQueries } from './media-queries.js';
import { createPublicFiles } from './public-files.js';
import { registerMediaRoutes } from './routes.js';
import { createSignedFiles } from './signed-files.js';
import { sweepDaily, sweepMedia } from './sweep.js';

export interface MediaLibraryParts {
  readonly config: {
    readonly uploads: { readonly maxBytes: number; readonly maxPixels: number };
    readonly uploadFolder?: string | undefined;
  };
  readonly db: Database;
  readonly site: Site;
  readonly hooks: OwnedHooks;
  readonly access: Access;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly objects: ObjectStoreService;
  readonly locks: Locks;
  readonly registry: Registry;
  readonly posts: Pick<Posts, 'get'>;
  readonly signedAddresses: SignedAddresses;
  readonly log: Logger;
}

/** The media library with all that belongs to it. */
export interface MediaLibrary {
  readonly media: Media;
  /** Answers below the path of files. */
  readonly page: PageHandler;
  /** See `sweepMedia`. */
  sweep(): Promise<number | null>;
  close(): void;
}

export function createMediaLibrary(parts: MediaLibraryParts): MediaLibrary {
  const { config, db, site, hooks, access, objects, log } = parts;
  const limits = config.uploads;
  const uploads = createUploadStore({ folder: config.uploadFolder, log });
  const media = createMedia({ ...parts, uploads, limits });
  const reading = createMediaReading(hooks, media);
  registerMediaAccess(access, media);
  registerMediaRoutes({ ...parts, media, reading, limits });
  const signed = createSignedFiles(objects, parts.signedAddresses);
  const attachments = createPublicFiles({ site, objects, media: createMediaQueries(db, site), reading });
  let stopSweeping = (): void => undefined;
  hooks.addAction('host_serving', () => {
    stopSweeping();
    stopSweeping = sweepDaily(parts);
  });
  return {
    media,
    page: async (request) => (await signed(request)) ?? attachments(request),
    sweep: () => sweepMedia(parts),
    close: () => stopSweeping(),
  };
}
