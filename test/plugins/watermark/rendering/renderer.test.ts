import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { type MarkDesign, textMark } from '../../../../src/plugins/watermark/rendering/mark.js';
import { POSITIONS, type WatermarkSettings } from '../../../../src/plugins/watermark/settings/schema.js';
import { animation, bomb, iptcBlock, noise, withIptc } from '../../../core/media/pictures.js';
import { marked, markIn, PLAIN, plainMark } from './marked.js';

const grey = (width = 400, height = 300): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } });

const content = async (picture: Promise<{ content: Buffer } | null>): Promise<Buffer> => {
  const found = await picture;
  if (!found) throw new Error('The picture was left without a mark.');
  return found.content;
};

/** Allows a difference of two pixels, because JPEG blurs sharp edges. */
const near = (box: { left: number; top: number; width: number; height: number }) =>
  Object.fromEntries(
    Object.entries(box).map(([name, value]) => [name, expect.toSatisfy((n) => Math.abs(n - value) <= 2)]),
  );

describe('mark on an image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'is placed correctly in %s, and the type is kept',
    async (format) => {
      const result = await content(marked(await grey().toFormat(format).toBuffer()));
      const { format: written, width, height } = await sharp(result).metadata();
      expect([written, width, height]).toEqual([format === 'avif' ? 'heif' : format, 400, 300]);
      expect(await markIn(result)).toEqual(near({ left: 350, top: 250, width: 40, height: 30 }));
    },
  );

  it.each([
    ['top-left', 10, 20],
    ['top', 180, 20],
    ['top-right', 350, 20],
    ['left', 10, 135],
    ['center', 180, 135],
    ['right', 350, 135],
    ['bottom-left', 10, 250],
    ['bottom', 180, 250],
    ['bottom-right', 350, 250],
  ] as const)('is placed at %s', async (position, left, top) => {
    const result = await content(marked(await grey().png().toBuffer(), { settings: { ...PLAIN, position } }));
    expect(await markIn(result)).toEqual({ left, top, width: 40, height: 30 });
    expect(POSITIONS).toContain(position);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is in the displayed corner at orientation %i', async (orientation) => {
    const lying = await grey(400, 300).withMetadata({ orientation }).jpeg().toBuffer();
    const result = await content(marked(lying));
    const isTurned = orientation >= 5;
    const [width, height] = isTurned ? [300, 400] : [400, 300];
    const { orientation: storedOrientation, width: stored, height: high } = await sharp(result).metadata();
    expect([storedOrientation ?? 1, stored, high]).toEqual([1, width, height]);
    expect(await markIn(result)).toEqual(near({ left: width - 50, top: height - 50, width: 40, height: 30 }));
  });

  it.each(['gif', 'webp'] as const)('is on every page of an animated %s, which stays animated', async (format) => {
    const moving = await animation(format, 3, 240);
    const result = await content(marked(moving));
    const before = await sharp(moving, { animated: true }).metadata();
    const after = await sharp(result, { animated: true }).metadata();
    expect([after.pages, after.delay, after.loop, after.pageHeight]).toEqual([3, before.delay, before.loop, 240]);
    for (const page of [0, 1, 2]) {
      expect(await markIn(result, page)).toEqual(near({ left: 190, top: 190, width: 40, height: 30 }));
    }
  });

  it('covers the image when it is tiled, and every page alike', async () => {
    const settings: WatermarkSettings = { ...PLAIN, tile: { enabled: true, spacing: 20 } };
    const still = await content(marked(await grey().png().toBuffer(), { settings }));
    const box = await markIn(still);
    expect(box).toEqual({ left: 10, top: 10, width: 390, height: 280 });
    const moving = await content(marked(await animation('webp', 2, 240), { settings }));
    for (const page of [0, 1])
      expect(await markIn(moving, page)).toEqual(near({ left: 10, top: 10, width: 220, height: 230 }));
  });

  it('is as wide as the settings say, and never wider than the room in the image', async () => {
    const relative: WatermarkSettings = { ...PLAIN, scale: { mode: 'relative', value: 50, scale_down_only: false } };
    const wide = await content(marked(await grey().png().toBuffer(), { settings: relative }));
    expect((await markIn(wide))?.width).toBe(200);

    const custom: WatermarkSettings = { ...PLAIN, scale: { mode: 'custom', value: 5000, scale_down_only: false } };
    const huge = await content(marked(await grey().png().toBuffer(), { settings: custom }));
    expect(await markIn(huge)).toEqual({ left: 17, top: 0, width: 373, height: 280 });

    const larger = await content(marked(await grey().png().toBuffer(), { mark: plainMark(900, 900) }));
    expect(await markIn(larger)).toEqual({ left: 110, top: 0, width: 280, height: 280 });
  });

  it('is not enlarged when it is an image and scale_down_only is set', async () => {
    const settings: WatermarkSettings = { ...PLAIN, scale: { mode: 'relative', value: 50, scale_down_only: true } };
    const result = await content(marked(await grey().png().toBuffer(), { settings }));
    expect((await markIn(result))?.width).toBe(40);
  });

  it('is omitted from an image without room for it', async () => {
    expect(await marked(await grey(14, 24).png().toBuffer())).toBeNull();
    expect(await marked(await grey(9, 300).png().toBuffer())).toBeNull();
  });

  it('supports offsets in percent of the image', async () => {
    const settings: WatermarkSettings = { ...PLAIN, offset: { x: 10, y: 10, unit: 'pct' } };
    const result = await content(marked(await grey().png().toBuffer(), { settings }));
    expect(await markIn(result)).toEqual({ left: 320, top: 240, width: 40, height: 30 });
  });

  it('is translucent at half opacity', async () => {
    const settings: WatermarkSettings = { ...PLAIN, opacity: 50, position: 'center' };
    const result = await content(marked(await grey().png().toBuffer(), { settings }));
    const { data } = await sharp(result)
      .extract({ left: 200, top: 150, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([
      expect.closeTo(192, -1),
      expect.closeTo(64, -1),
      expect.closeTo(192, -1),
    ]);
  });

  it('produces the same bytes for the same image', async () => {
    const source = await noise('jpeg');
    expect(await content(marked(source))).toEqual(await content(marked(source)));
  });
});

describe('properties of a marked image', () => {
  it('keep grayscale, sixteen bits and transparency', async () => {
    const shades = await sharp(await grey().toColourspace('b-w').jpeg().toBuffer()).metadata();
    expect(shades.space).toBe('b-w');
    const source = await grey().toColourspace('b-w').jpeg().toBuffer();
    expect((await sharp(await content(marked(source))).metadata()).space).toBe('b-w');

    const deep = await grey().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect((await sharp(await content(marked(deep))).metadata()).depth).toBe('ushort');

    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const result = await content(marked(clear));
    const { data } = await sharp(result).raw().toBuffer({ resolveWithObject: true });
    expect(data[3]).toBe(0);
    expect(await markIn(result)).toEqual({ left: 250, top: 250, width: 40, height: 30 });
  });

  it('keep the color profile, and convert CMYK to sRGB', async () => {
    const wide = await grey().withIccProfile('p3').jpeg().toBuffer();
    const metadata = await sharp(await content(marked(wide))).metadata();
    expect(metadata.icc).toEqual((await sharp(wide).metadata()).icc);

    const press = await grey().toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(press).metadata()).space).toBe('cmyk');
    const result = await content(marked(press));
    expect((await sharp(result).metadata()).space).toBe('srgb');
    expect(await markIn(result)).toEqual(near({ left: 350, top: 250, width: 40, height: 30 }));
  });

  it('keep progressive encoding, chroma subsampling, a palette and lossless pixels', async () => {
    const progressive = await grey().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    expect(await sharp(await content(marked(progressive))).metadata()).toMatchObject({
      isProgressive: true,
      chromaSubsampling: '4:4:4',
    });
    const baseline = await grey().jpeg().toBuffer();
    expect((await sharp(await content(marked(baseline))).metadata()).isProgressive).toBe(false);
    const few = await grey().png({ palette: true }).toBuffer();
    expect((await sharp(await content(marked(few))).metadata()).isPalette).toBe(true);
    const exact = await sharp(await noise('png'))
      .webp({ lossless: true })
      .toBuffer();
    const before = await sharp(exact).extract({ left: 0, top: 0, width: 300, height: 300 }).raw().toBuffer();
    const after = await sharp(await content(marked(exact)))
      .extract({ left: 0, top: 0, width: 300, height: 300 })
      .raw()
      .toBuffer();
    expect(after.equals(before)).toBe(true);
  });

  const camera = () =>
    grey()
      .withExif({
        IFD0: { Artist: 'Ada Lovelace', Copyright: '© Ada' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 0/1' },
      })
      .withXmp(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" tiff:Orientation="6" exif:GPSLatitude="50,5N"/></rdf:RDF></x:xmpmeta>',
      )
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();

  it('keep the camera metadata, but reset the orientation', async () => {
    const { exif, xmpAsString, orientation } = await sharp(await content(marked(await camera()))).metadata();
    expect(exif?.toString('latin1')).toContain('Ada Lovelace');
    expect(exif?.includes(Buffer.from([0x88, 0x25])) || exif?.includes(Buffer.from([0x25, 0x88]))).toBe(true);
    expect(orientation).toBe(1);
    expect(xmpAsString).toContain('tiff:Orientation="1"');
    expect(xmpAsString).toContain('GPSLatitude');
  });

  it('omit the location with strip_gps, but keep the author', async () => {
    const settings: WatermarkSettings = { ...PLAIN, strip_gps: true };
    const { exif, xmpAsString } = await sharp(await content(marked(await camera(), { settings }))).metadata();
    expect(exif?.toString('latin1')).toContain('Ada Lovelace');
    expect(exif?.includes(Buffer.from([0x88, 0x25])) || exif?.includes(Buffer.from([0x25, 0x88]))).toBe(false);
    expect(xmpAsString).not.toContain('GPS');
  });

  it('keep the IPTC block, with and without the location', async () => {
    for (const strip_gps of [false, true]) {
      const source = withIptc(await camera(), iptcBlock());
      const { iptc } = await sharp(await content(marked(source, { settings: { ...PLAIN, strip_gps } }))).metadata();
      expect(iptc?.toString()).toContain('Copyright Ada 2026');
    }
  });

  it('contain no metadata when keep_metadata is off', async () => {
    const settings: WatermarkSettings = { ...PLAIN, keep_metadata: false };
    const { exif, xmp } = await sharp(await content(marked(await camera(), { settings }))).metadata();
    expect([exif, xmp]).toEqual([undefined, undefined]);
  });
});

describe('text mark', () => {
  const design = { ...PLAIN, type: 'text', color: '#ff00ff', stroke: { width: 0, color: '#000000' } } as const;

  it('is drawn in any size, with an outline', async () => {
    const settings: WatermarkSettings = { ...design, scale: { mode: 'relative', value: 80, scale_down_only: true } };
    const result = await content(
      marked(await grey().png().toBuffer(), { settings, mark: await textMark('MMMM', settings) }),
    );
    expect((await markIn(result))?.width).toSatisfy((width: number) => Math.abs(width - 310) < 14);
    const outlined: WatermarkSettings = { ...settings, stroke: { width: 10, color: '#00ff00' } };
    const around = await content(
      marked(await grey().png().toBuffer(), { settings: outlined, mark: await textMark('MMMM', outlined) }),
    );
    const { channels } = await sharp(around).stats();
    expect(channels[1]?.max).toBe(255);
  });

  it('is drawn as written, even when it looks like markup', async () => {
    const tricky = await textMark('<b>R&D</b> "x"\u0000', design);
    const plain = await textMark('R D', design);
    expect(tricky.natural.width).toBeGreaterThan(plain.natural.width * 2);
  });

  it.each(['', '   ', '\u00a0'])('is refused when nothing of it is visible (%j)', async (text) => {
    await expect(textMark(text, design)).rejects.toMatchObject({ code: 'vendor_watermark_text_invisible' });
  });

  describe('fixed font size', () => {
    const box = async (font_size: number) => {
      const settings: WatermarkSettings = { ...design, font_size, scale: { ...PLAIN.scale, mode: 'relative' } };
      const mark = await textMark('MMMM', settings);
      return markIn(await content(marked(await grey(800, 600).png().toBuffer(), { settings, mark })));
    };

    it.each([40, 80])('sets the size of the letters, whatever the scale says: %i', async (fontSize) => {
      const capitals = 0.73;
      expect(((await box(fontSize))?.height ?? 0) / fontSize).toBeCloseTo(capitals, 1);
    });

    it('is limited by the room in the image', async () => {
      const { offset } = PLAIN;
      expect((await box(1000))?.width).toSatisfy((width: number) => width > 700 && width <= 800 - offset.x);
    });
  });

  it('has an outline as wide as its stroke on all sides', async () => {
    const radius = 10;
    const outline: MarkDesign = { ...design, stroke: { width: radius, color: '#00ff00' } };
    const { draw, natural } = await textMark('R&', outline);
    const { draw: drawBare, natural: bare } = await textMark('R&', design);
    expect([natural.width, natural.height]).toEqual([bare.width + 2 * radius, bare.height + 2 * radius]);
    const around = await draw(natural);
    const letters = await drawBare(bare);
    const alpha = (image: typeof letters, x: number, y: number): number =>
      x < 0 || y < 0 || x >= image.width || y >= image.height ? 0 : (image.data[(y * image.width + x) * 4 + 3] ?? 0);

    function highestWithin(distance: number, x: number, y: number): number {
      let highest = 0;
      for (let down = -distance; down <= distance; down += 1) {
        for (let across = -distance; across <= distance; across += 1) {
          if (across ** 2 + down ** 2 > distance ** 2) continue;
          highest = Math.max(highest, alpha(letters, x - radius + across, y - radius + down));
        }
      }
      return highest;
    }

    const wrong: [x: number, y: number][] = [];
    for (let y = 0; y < around.height; y += 3) {
      for (let x = 0; x < around.width; x += 3) {
        const found = alpha(around, x, y);
        // The edge itself is smooth, and may have any value in between.
        const isMissing = found < 255 && highestWithin(radius - 1, x, y) === 255;
        const isTooMuch = found > 0 && highestWithin(radius + 2, x, y) === 0;
        if (isMissing || isTooMuch) wrong.push([x, y]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('rotates by its angle', async () => {
    const upright = await textMark('MMMM', design);
    const turned = await textMark('MMMM', { ...design, angle: 90 });
    expect(turned.natural.width).toBeCloseTo(upright.natural.height);
  });
});

describe('image that cannot be marked', () => {
  it.each([
    ['cut off', async () => (await noise('jpeg')).subarray(0, 9000), 'vendor_watermark_image_truncated'],
    ['a PNG that is cut off', async () => (await noise('png')).subarray(0, 9000), 'vendor_watermark_image_truncated'],
    ['text', async () => Buffer.from('This is a text.'), 'vendor_watermark_image_decode_failed'],
    ['nothing at all', async () => Buffer.alloc(0), 'vendor_watermark_image_decode_failed'],
    ['a bomb', async () => bomb(), 'vendor_watermark_image_too_large'],
    [
      'a drawing of a hundred thousand pixels',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
      'vendor_watermark_unsupported_image_type',
    ],
    ['a TIFF', () => grey().tiff().toBuffer(), 'vendor_watermark_unsupported_image_type'],
  ])('is refused: %s', async (_what, make, code) => {
    await expect(marked(await make())).rejects.toMatchObject({ code });
  });
});
