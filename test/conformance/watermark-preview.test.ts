import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromCamera, jpeg, noise } from '../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../plugins/watermark/watermark-site.js';

/** Preview of a design before it is saved. */
describe('POST /preview', () => {
  let site: WatermarkSite;
  let admin: number;
  beforeEach(async () => {
    site = await openWatermarkSite();
    admin = (await site.host.createUser('administrator')).id;
  });
  afterEach(() => site.close());

  const ask = (body: object, as: number | null = admin) =>
    site.host.request('POST', '/vendor-cms-watermark/v1/preview', { ...(as === null ? {} : { as }), body });
  const fault = async (body: object, as: number | null = admin) => {
    const { status, data } = await ask(body, as);
    return [status, (data as { code: string }).code];
  };
  const look = async (body: object): Promise<Buffer> => {
    const { status, data } = await ask(body);
    if (status !== 200) throw new Error(JSON.stringify(data));
    return data as Buffer;
  };
  const upload = async (content: Buffer, filename = 'barn.jpg'): Promise<number> =>
    (await site.host.media.create(content, { filename, title: 'Barn' })).id;
  /** Uploads an image and damages its file afterwards. */
  const damaged = async (): Promise<number> => {
    const content = await noise('jpeg');
    const before = new Set(await site.files());
    const id = await upload(content, 'damaged.jpg');
    for (const file of await site.files()) {
      if (!before.has(file)) await writeFile(path.join(site.folder, file), content.subarray(0, content.length / 2));
    }
    return id;
  };
  /** Returns whether two images differ in each quarter: top left, top right, bottom left, bottom right. */
  async function changedQuarters(one: Buffer, other: Buffer): Promise<boolean[]> {
    const [a, b] = await Promise.all([one, other].map((each) => sharp(each).removeAlpha().raw().toBuffer()));
    const { width, height } = await sharp(one).metadata();
    const most = [0, 0, 0, 0];
    for (let index = 0; index < (a?.length ?? 0); index += 3) {
      const [x, y] = [(index / 3) % width, Math.floor(index / 3 / width)];
      const quarter = (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);
      most[quarter] = Math.max(most[quarter] ?? 0, Math.abs((a?.[index] ?? 0) - (b?.[index] ?? 0)));
    }
    return most.map((distance) => distance > 60);
  }
  const PLAIN = { opacity: 100, stroke: { width: 0 }, scale: { value: 20 } };
  /** Nearly invisible mark, for a preview without a mark. */
  const INVISIBLE = { opacity: 1, stroke: { width: 0 }, scale: { mode: 'custom', value: 8 } };

  it('returns the bundled sample image and stores nothing', async () => {
    const { status, headers, data } = await ask({});
    expect([status, headers['Content-Type'], headers['Cache-Control']]).toEqual([200, 'image/webp', 'no-store']);
    const { format, width } = await sharp(data as Buffer).metadata();
    expect([format, width]).toEqual(['webp', 1600]);
    expect(await site.files()).toEqual([]);
  });

  it('shows the design that applies to the image, or the named one', async () => {
    const wide = sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } });
    const attachment_id = await upload(await wide.jpeg().toBuffer());
    const [shared, changes] = [{ ...PLAIN, text: 'Acme' } as const, { position: 'top-left' } as const];
    await site.plugin.settings.save({
      opacity: 100,
      stroke: { width: 0 },
      text: 'Acme',
      designs: [
        { name: 'Wide', when: { min_width: 800 }, changes },
        { name: 'Tall', when: { min_height: 800 }, changes: { position: 'bottom-left' } },
      ],
    });
    const without = await look({ attachment_id, design: null, settings: INVISIBLE });
    const quarters = async (body: object) =>
      changedQuarters(without, await look({ attachment_id, settings: shared, ...body }));
    expect(await quarters({})).toEqual([true, false, false, false]);
    expect(await quarters({ design: 'Tall' })).toEqual([false, false, true, false]);
    expect(await quarters({ design: null })).toEqual([false, false, false, true]);
    expect(await fault({ attachment_id, design: 'None' })).toEqual([404, 'vendor_watermark_design_not_found']);
    expect(await fault({ attachment_id, design: 7 })).toEqual([400, 'rest_invalid_param']);
  });

  it('applies the sent settings over the saved ones and saves nothing', async () => {
    const attachment_id = await upload(
      await sharp({ create: { width: 900, height: 600, channels: 3, background: '#345' } })
        .jpeg()
        .toBuffer(),
    );
    const saved = await site.plugin.settings.get();
    const without = await look({ attachment_id, settings: INVISIBLE });
    const design = async (settings: object) =>
      changedQuarters(without, await look({ attachment_id, settings: { ...PLAIN, text: 'Acme', ...settings } }));
    expect(await design({})).toEqual([false, false, false, true]);
    expect(await design({ position: 'top-left' })).toEqual([true, false, false, false]);
    expect(await design({ tile: { enabled: true } })).toEqual([true, true, true, true]);
    expect(await site.plugin.settings.get()).toEqual(saved);
    expect(await site.attachment(attachment_id)).toMatchObject({ version: 1 });
  });

  it('shows a marked image without its current mark', async () => {
    const attachment_id = await upload(await jpeg(900, 600));
    const before = await look({ attachment_id, settings: { position: 'top-left' } });
    await site.plugin.apply(attachment_id);
    expect(await look({ attachment_id, settings: { position: 'top-left' } })).toEqual(before);
  });

  it('shows large images at most 1600 pixels wide and upright, and small ones unscaled', async () => {
    const size = async (content: Buffer) => {
      const { width, height } = await sharp(await look({ attachment_id: await upload(content) })).metadata();
      return [width, height];
    };
    expect(await size(await jpeg(3200, 1000))).toEqual([1600, 500]);
    expect(await size(await fromCamera(640, 480))).toEqual([480, 640]);
    expect(await size(await jpeg(320, 240))).toEqual([320, 240]);
  });

  it('fits a mark larger than the image into it', async () => {
    const attachment_id = await upload(await jpeg(300, 200));
    const { width, height } = await sharp(
      await look({ attachment_id, settings: { scale: { mode: 'custom', value: 10_000 }, offset: { x: 0, y: 0 } } }),
    ).metadata();
    expect([width, height]).toEqual([300, 200]);
  });

  it('applies the same filters as marking an image', async () => {
    const attachment_id = await upload(await jpeg(400, 300));
    const plain = await look({ attachment_id });
    const seen: unknown[] = [];
    site.host.hooks.addFilter('vendor_watermark_options', (options, id) => {
      seen.push(id);
      return { ...options, position: 'top-left' as const };
    });
    site.host.hooks.addFilter('vendor_watermark_overlay', (overlay, { size }) => {
      seen.push(size);
      return overlay;
    });
    expect(await look({ attachment_id })).not.toEqual(plain);
    expect(seen).toEqual([attachment_id, 'full']);
  });

  describe('validation', () => {
    it('rejects users who may not manage options', async () => {
      expect(await fault({}, null)).toEqual([401, 'rest_forbidden']);
      expect(await fault({}, (await site.host.createUser('editor')).id)).toEqual([403, 'rest_forbidden']);
    });

    it.each([
      ['settings', { settings: 'red' }],
      ['opacity', { settings: { opacity: 0 } }],
      ['angle', { settings: { angle: 1.5 } }],
      ['color', { settings: { color: 'red; url(javascript:alert(1))' } }],
      ['offset.x', { settings: { offset: { x: -1 } } }],
      ['scale.value', { settings: { scale: { value: 1e9 } } }],
      ['position', { settings: { position: '../../etc/passwd' } }],
      ['font', { settings: { font: '/etc/passwd' } }],
      ['font_size', { settings: { font_size: 100_000 } }],
      ['text', { settings: { text: 'x'.repeat(201) } }],
      ['sizes', { settings: { sizes: ['full', 'full'] } }],
      ['unheard_of', { settings: { unheard_of: 1 } }],
      ['unheard_of', { settings: { offset: { unheard_of: 1 } } }],
      ['attachment_id', { attachment_id: 'seven' }],
      ['unheard_of', { unheard_of: 1 }],
    ])('rejects invalid settings and names the field: %s', async (field, body) => {
      const { status, data } = await ask(body);
      expect([status, (data as { code: string }).code]).toEqual([400, 'rest_invalid_param']);
      expect(JSON.stringify(data)).toContain(field);
    });

    it('rejects a missing image and a missing mark image', async () => {
      expect(await fault({ attachment_id: 4711 })).toEqual([404, 'attachment_not_found']);
      expect(await fault({ settings: { type: 'image', image_id: 4711 } })).toEqual([
        400,
        'vendor_watermark_settings_invalid',
      ]);
      const { data } = await ask({ settings: { type: 'image' } });
      expect((data as { data: { params: object } }).data.params).toHaveProperty('image_id');
    });

    it('rejects unsupported, damaged and too large images with the same codes as marking', async () => {
      const pdf = await upload(Buffer.from('%PDF-1.7\n'), 'plan.pdf');
      expect(await fault({ attachment_id: pdf })).toEqual([415, 'vendor_watermark_unsupported_image_type']);
      expect(await fault({ attachment_id: await damaged() })).toEqual([422, 'vendor_watermark_image_truncated']);
      const large = await upload(await jpeg(1200, 1000));
      expect(await fault({ attachment_id: large, settings: { max_pixels: 1_000_000 } })).toEqual([
        413,
        'vendor_watermark_image_too_large',
      ]);
    });

    it('rejects an invisible mark and an image without room for it', async () => {
      expect(await fault({ settings: { text: '   ' } })).toEqual([409, 'vendor_watermark_not_configured']);
      expect(await fault({ settings: { text: '\u200b' } })).toEqual([409, 'vendor_watermark_text_invisible']);
      const attachment_id = await upload(await jpeg(300, 200));
      expect(await fault({ attachment_id, settings: { offset: { x: 5000 } } })).toEqual([
        422,
        'vendor_watermark_picture_too_small',
      ]);
    });
  });

  it.each([
    ['markup', '</span><span size="999999">&amp;&#0;'],
    ['control characters', 'a\u0000b\u0007c\u202ed'],
    ['a text of many combining marks', `Z${'\u0335'.repeat(190)}`],
    ['one very long word', 'W'.repeat(200)],
    ['letters of many scripts', 'Καλημέρα Привет مرحبا שלום हिन्दी สวัสดี 😀'],
  ])('draws %s as plain text', async (_, text) => {
    const { width } = await sharp(await look({ settings: { text } })).metadata();
    expect(width).toBe(1600);
  });

  it('draws the widest outline and the widest tile spacing', async () => {
    const settings = {
      text: 'Acme',
      font_size: 1000,
      stroke: { width: 20 },
      tile: { enabled: true, spacing: 10_000 },
      angle: 33,
    };
    expect((await sharp(await look({ settings })).metadata()).width).toBe(1600);
  });
});
