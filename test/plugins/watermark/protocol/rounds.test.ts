import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { animation, noise } from '../../../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../watermark-site.js';

const ROUNDS = process.env.MORTISE_FULL ? 20 : 2;
const SIDE = 210;

const textured = async (): Promise<Sharp> => sharp(await noise('png', SIDE));
const turned = async (orientation: number): Promise<Buffer> =>
  (await textured()).withMetadata({ orientation }).jpeg().toBuffer();

const KINDS: readonly (readonly [name: string, make: () => Promise<Buffer>])[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(
    (orientation) => [`a JPEG of orientation ${orientation}`, () => turned(orientation)] as const,
  ),
  ['a PNG', async () => (await textured()).png().toBuffer()],
  ['a WebP', async () => (await textured()).webp().toBuffer()],
  ['an AVIF', async () => (await textured()).avif().toBuffer()],
  ['a GIF', async () => (await textured()).gif().toBuffer()],
  ['a moving GIF', () => animation('gif', 3, SIDE)],
  ['a moving WebP', () => animation('webp', 3, SIDE)],
  ['a JPEG for a press', async () => (await textured()).toColourspace('cmyk').jpeg().toBuffer()],
  ['a JPEG of greys', async () => (await textured()).toColourspace('b-w').jpeg().toBuffer()],
  ['a PNG of sixteen bits', async () => (await textured()).toColourspace('rgb16').png().toBuffer()],
  ['a PNG that is half transparent', async () => (await textured()).ensureAlpha(0.5).png().toBuffer()],
];

describe('marking and restoring', () => {
  let site: WatermarkSite;
  beforeAll(async () => {
    site = await openWatermarkSite();
  });
  afterAll(() => site.close());

  it.each(KINDS)(`restores every byte, and makes the same mark, ${ROUNDS} times: %s`, async (_name, make) => {
    const content = await make();
    const { id } = await site.host.media.create(content, { filename: 'picture' });
    const original = await site.fingerprint(id);
    await site.plugin.apply(id);
    const marked = await site.fingerprint(id);
    expect(marked.full).not.toBe(original.full);
    for (let round = 0; round < ROUNDS; round += 1) {
      await site.plugin.restore(id);
      expect(await site.fingerprint(id)).toEqual(original);
      await site.plugin.apply(id);
      expect(await site.fingerprint(id)).toEqual(marked);
    }
    await site.plugin.restore(id);
    expect((await site.publicBytes(id)).equals(content)).toBe(true);
    expect(await site.strays()).toEqual([]);
  });
});
