import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { damageOf } from '../../../../src/plugins/watermark/rendering/damage.js';
import { imageLibrary } from '../../../../src/plugins/watermark/rendering/sharp.js';
import { animation, noise } from '../../../core/media/pictures.js';

const cause = new Error('in the words of another failure');
const codeOf = async (content: Buffer): Promise<string> => (await damageOf(await imageLibrary(), content, cause)).code;

const withThumbnail = async (): Promise<Buffer> => {
  const [picture, thumbnail] = [await noise('jpeg', 300), await noise('jpeg', 40)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(thumbnail.length + 2);
  return Buffer.concat([picture.subarray(0, 2), Buffer.from([0xff, 0xe2]), length, thumbnail, picture.subarray(2)]);
};

const PICTURES: readonly (readonly [name: string, make: () => Promise<Buffer>])[] = [
  ['JPEG', () => noise('jpeg', 300)],
  [
    'progressive JPEG',
    async () =>
      sharp(await noise('png', 300))
        .jpeg({ progressive: true })
        .toBuffer(),
  ],
  ['JPEG with a smaller one in its header', withThumbnail],
  ['PNG', () => noise('png', 300)],
  [
    'WebP',
    async () =>
      sharp(await noise('png', 300))
        .webp()
        .toBuffer(),
  ],
  [
    'AVIF',
    async () =>
      sharp(await noise('png', 300))
        .avif({ effort: 0 })
        .toBuffer(),
  ],
  ['moving GIF', () => animation('gif', 3, 200)],
  ['moving WebP', () => animation('webp', 3, 200)],
];

describe.each(PICTURES)('damage check of a %s', (_name, make) => {
  it('reports missing bytes at the end as truncated, whatever else fails at the same time', async () => {
    const whole = await make();
    const cut = [0.6, 0.8, 0.95].map((share) => whole.subarray(0, Math.floor(whole.length * share)));
    expect(await Promise.all(cut.map(codeOf))).toEqual(cut.map(() => 'vendor_watermark_image_truncated'));
  });

  it('reports an encoding error when the image is readable, even with bytes behind its end', async () => {
    const whole = await make();
    expect(await codeOf(whole)).toBe('vendor_watermark_image_encode_failed');
    expect(await codeOf(Buffer.concat([whole, Buffer.alloc(20)]))).toBe('vendor_watermark_image_encode_failed');
  });

  it('reports damage before an intact end', async () => {
    const broken = Buffer.from(await make());
    broken.fill(0x55, 12, Math.floor(broken.length * 0.9));
    expect(await codeOf(broken)).toMatch(/^vendor_watermark_image_(?:decode_failed|truncated)$/);
  });
});
