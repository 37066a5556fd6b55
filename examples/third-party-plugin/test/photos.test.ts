import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import type { User } from 'mortise';
import { knowledgeBase, watermark } from 'mortise/plugins';
import type { TestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { acmeRecipes } from '../src/index.js';
import type { MarkedPhoto } from '../src/photos.js';
import { hostWithRecipes } from './host.js';

const hostWithPhotos = (): Promise<TestHost> =>
  hostWithRecipes({ plugins: [knowledgeBase(), watermark(), acmeRecipes()] });

const WIDTH = 600;
const HEIGHT = 400;

/** Black image as a PNG. */
function blackPicture(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits of gray per pixel, with a filter byte before each row.
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((WIDTH + 1) * HEIGHT))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Uploads a photo of this user and applies the watermark. @returns its id and the public image */
async function markPhotoOf(host: TestHost, { id: authorId }: User, focalPoint: { x: number; y: number } | null = null) {
  const { id } = await host.media.create(blackPicture(), { filename: 'soup.png', title: 'Soup', authorId, focalPoint });
  await host.plugin('watermark').apply(id);
  return { id, shown: await buffer(await host.media.read(id)) };
}

describe('photos', () => {
  it('carry the site’s watermark only if their author may write recipes', async () => {
    const host = await hostWithPhotos();
    const ofAuthor = await markPhotoOf(host, await host.createUser('author'));
    const ofGuest = await markPhotoOf(host, await host.createUser('subscriber'));
    expect(ofAuthor.shown.equals(blackPicture())).toBe(false);
    expect(ofGuest.shown.equals(blackPicture())).toBe(true);
  });

  // Pixels from the edges of the image. The settings leave 20 below a mark.
  it.each([
    ['in the corner of the mark has it above', { x: 0.95, y: 0.92 }, { above: 0 }],
    ['elsewhere leaves it where it is', { x: 0.5, y: 0.5 }, { below: 20 }],
  ])('a dish %s', async (_, dish, place) => {
    const host = await hostWithPhotos();
    const places: { above: number; below: number }[] = [];
    host.hooks.addFilter(
      'vendor_watermark_overlay',
      (overlay, { size }) => {
        const { top, image } = overlay;
        if (size === 'full') places.push({ above: top, below: HEIGHT - top - image.height });
        return overlay;
      },
      { owner: 'test', after: ['acme-recipes'] },
    );
    await markPhotoOf(host, await host.createUser('author'), dish);
    expect(places).toMatchObject([place]);
  });

  it('are announced when they have a mark, and not when they have none', async () => {
    const host = await hostWithPhotos();
    const announced: MarkedPhoto[] = [];
    host.hooks.addAction('acme_photo_marked', (photo) => void announced.push(photo), { owner: 'test' });
    const { id } = await markPhotoOf(host, await host.createUser('author'));
    await markPhotoOf(host, await host.createUser('subscriber'));
    await host.work();
    expect(announced).toEqual([{ id, title: 'Soup', sizes: expect.arrayContaining(['full', 'medium']) }]);
  });
});
