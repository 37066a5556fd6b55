import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { createUploadStore } from '../../../src/core/http/upload-store.js';
import { createMedia, type Media } from '../../../src/core/media/media.js';
import { createMediaQueries } from '../../../src/core/media/media-queries.js';
import { createOutbox } from '../../../src/core/outbox/outbox.js';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';
import { createOwnedObjects } from '../../../src/core/services/objects/owned-objects.js';
import { createSignedAddresses } from '../../../src/core/services/objects/signed-addresses.js';
import { createSite } from '../../../src/core/site.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { createMarks, type Marks } from '../../../src/plugins/watermark/marks.js';
import { type Apply, createApply } from '../../../src/plugins/watermark/protocol/apply.js';
import { type Backups, createBackups } from '../../../src/plugins/watermark/protocol/backups.js';
import { createJournal } from '../../../src/plugins/watermark/protocol/journal.js';
import { createPictures, type Pictures } from '../../../src/plugins/watermark/protocol/pictures.js';
import { createRestore, type Restore } from '../../../src/plugins/watermark/protocol/restore.js';
import { createWorkOn } from '../../../src/plugins/watermark/protocol/work-on.js';
import { createAdmission } from '../../../src/plugins/watermark/rendering/pixel-budget.js';
import { createImageOptions } from '../../../src/plugins/watermark/settings/image-options.js';
import { DEFAULT_SETTINGS } from '../../../src/plugins/watermark/settings/schema.js';

/** Parts of a site that mark and restore images. */
export interface PicturesAlone {
  readonly ids: readonly number[];
  readonly media: Media;
  readonly marks: Marks;
  readonly pictures: Pictures;
  readonly backups: Backups;
  readonly apply: Apply;
  readonly restore: Restore;
}

const log = pino({ level: 'silent' });

/** Access checks and users are not needed to mark images. */
const unasked = async (): Promise<never> => {
  throw new Error('Marking pictures asks for neither people nor posts.');
};

/**
 * Creates the media library and the watermark parts as a host does. A whole host takes three times as long to start,
 * and every kill costs one start. Settings and the site name are the defaults.
 * @param url URL of a migrated database
 * @param folder folder of the object store
 */
export async function openPicturesAlone(url: string, folder: string): Promise<PicturesAlone> {
  const db = createDatabase({ url, log });
  const site = createSite({
    url: 'http://localhost:8080',
    name: 'Mortise',
    description: '',
    locale: 'en',
    timezone: 'UTC',
    root: '/api',
    admin: '/admin',
    media: '/media',
  });
  const secret = 'a secret for tests, long enough to be accepted';
  // No plugin is registered here, so hook names need not be known.
  const all = createHooks({ strict: false });
  const hooks = all.forOwner('watermark');
  const store = createDiskStore(`file:${folder}`);
  const objects = createOwnedObjects('watermark', store, createSignedAddresses({ site, secret }), site.url('/'));
  const core = all.forOwner('core');
  const media = createMedia({
    db,
    site,
    hooks: core,
    objects: store,
    log,
    outbox: createOutbox({ db, hooks: all, log }),
    uploads: createUploadStore({ log }),
    limits: { maxBytes: 1e8, maxPixels: 1e8 },
    queries: createMediaQueries({ db, site, hooks: core, types: { types: () => [] } }),
    reading: { mayFind: unasked },
    tools: { sanitize: unasked },
  });
  const pictures = createPictures(db);
  const backups = createBackups({ db, objects, media, hooks });
  const marks = createMarks({ site, media, users: { get: unasked }, pictures, backups });
  const workOn = createWorkOn({ media, journal: createJournal(db, log), pictures });
  const admission = createAdmission(Number.POSITIVE_INFINITY, () => 1);
  const settings = { get: async () => DEFAULT_SETTINGS, designs: async () => [] };
  const optionsOf = createImageOptions({ db, settings, hooks });
  const parts = { workOn, backups, pictures, marks, hooks, admission, posts: { get: unasked }, optionsOf };
  const ids = await media.idsAfter(0, 100);
  return { ids, media, marks, pictures, backups, apply: createApply(parts), restore: createRestore(parts) };
}
