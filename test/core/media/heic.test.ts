import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../../src/core/database/database.js';
import { createUploadStore } from '../../../src/core/http/upload-store.js';
import { detectType } from '../../../src/core/media/detect-type.js';
import { canDecodeHeic } from '../../../src/core/media/heic.js';
import { createImageEngine, type Library } from '../../../src/core/media/image-engine.js';
import { createMedia } from '../../../src/core/media/media.js';
import { createMediaQueries } from '../../../src/core/media/media-queries.js';
import { noteUpload } from '../../../src/core/media/upload-notes.js';
import { createOutbox } from '../../../src/core/outbox/outbox.js';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';
import { createSite } from '../../../src/core/site.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { fromCamera } from './pictures.js';

/** Container of a HEIC photo, which libvips opens only with an HEVC decoder. */
const HEIC = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(5000)]);
const REFUSAL = { code: 'media_heic_unsupported', status: 415, data: { mime_type: 'image/heic' } };

/** sharp on a libvips with an HEVC decoder: every HEIC shows this photo. */
function withDecoder(photo: Buffer): Library {
  return (input, options) => {
    const isHeic = typeof input === 'string' ? input.includes('heic') : detectType(input) === 'image/heic';
    return sharp(isHeic ? photo : input, options);
  };
}
/** sharp on a libvips without a decoder. */
const withoutDecoder: Library = (input, options) =>
  sharp(typeof input === 'string' ? input : Buffer.from('ftypheic'), options);

describe('HEIC', () => {
  let folder: string;
  let photo: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-heic-'));
    photo = await fromCamera(640, 480);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is detected by decoding, not by the formats that libvips names', async () => {
    expect(await canDecodeHeic(async (content) => sharp(detectType(content) === 'image/heic' ? photo : content))).toBe(
      true,
    );
    expect(await canDecodeHeic(async () => sharp(HEIC))).toBe(false);
    expect(await canDecodeHeic(() => Promise.reject(new Error('sharp is not installed')))).toBe(false);
    expect(await createImageEngine(1e8, async () => withoutDecoder).readsHeic()).toBe(false);
  });

  it('becomes an upright JPEG with its metadata, within the limit of pixels', async () => {
    const file = path.join(folder, 'photo.heic');
    await writeFile(file, HEIC);
    const load = async () => withDecoder(photo);
    const before = await sharp(photo).metadata();
    const after = await sharp(await createImageEngine(1e8, load).toJpeg(file)).metadata();
    expect([after.format, after.width, after.height]).toEqual([
      'jpeg',
      before.autoOrient.width,
      before.autoOrient.height,
    ]);
    expect([after.orientation ?? 1, after.exif !== undefined]).toEqual([1, true]);
    await expect(createImageEngine(1000, load).toJpeg(file)).rejects.toMatchObject({ code: 'media_too_many_pixels' });
    const damaged = createImageEngine(1e8, async () => withoutDecoder).toJpeg(file);
    await expect(damaged).rejects.toMatchObject({ code: 'media_damaged' });
  });

  it.each([true, false])('is accepted by the media library if it can be decoded: %s', async (canDecode) => {
    const [dialect] = dialects;
    if (!dialect) throw new Error('There is no database.');
    const database = await migratedDatabase(dialect);
    const log = pino({ level: 'silent' });
    const db = createDatabase({ url: database.url, log });
    const place = { root: '/api', admin: '/admin', media: '/media' };
    const about = { name: 'Mortise', description: '', locale: 'en', timezone: 'UTC' };
    const site = createSite({ url: 'http://localhost:8080', ...about, ...place });
    const hooks = createHooks({ strict: false });
    const own = hooks.forOwner('core');
    const media = createMedia({
      db,
      site,
      hooks: own,
      log,
      objects: createDiskStore(`file:${folder}/store-${canDecode}`),
      outbox: createOutbox({ db, hooks, log }),
      uploads: createUploadStore({ log }),
      limits: { maxBytes: 1e6, maxPixels: 1e8 },
      images: createImageEngine(1e8, async () => (canDecode ? withDecoder(photo) : withoutDecoder)),
      queries: createMediaQueries({ db, site, hooks: own, types: { types: () => [] } }),
      reading: { mayFind: async () => true },
      tools: { sanitize: async (html) => html },
    });
    const file = path.join(folder, 'IMG_1.heic');
    await writeFile(file, HEIC);
    const notesOf = await noteUpload(file);
    const uploaded = media.create({ path: file }, { filename: 'IMG_1.HEIC' });
    if (canDecode) {
      const attachment = await uploaded;
      expect(attachment).toMatchObject({ mimeType: 'image/jpeg', filename: 'IMG_1.jpg' });
      expect(Object.keys(attachment.sizes)).toContain('medium');
      expect(notesOf(attachment)).toEqual(['converted_to_jpeg']);
      const { id, mimeType } = await media.replace(attachment.id, { path: file });
      expect([id, mimeType]).toEqual([attachment.id, 'image/jpeg']);
    } else {
      await expect(uploaded).rejects.toMatchObject(REFUSAL);
    }
    await db.close();
    await database.drop();
  });
});
