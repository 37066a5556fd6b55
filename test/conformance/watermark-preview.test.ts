import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromCamera, jpeg, noise } from '../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../plugins/watermark/watermark-site.js';

/** A look at a design before it is saved. */
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
  /** A picture that was damaged after it came in. */
  const damaged = async (): Promise<number> => {
    const content = await noise('jpeg');
    const before = new Set(await site.files());
    const id = await upload(content, 'damaged.jpg');
    for (const file of await site.files()) {
      if (!before.has(file)) await writeFile(path.join(site.folder, file), content.subarray(0, content.length / 2));
    }
    return id;
  };
  /** How far two pictures are from each other in each quarter: top left, top right, bottom left, bottom right. */
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
  /** As good as nothing: what a preview without a mark looks like. */
  const INVISIBLE = { opacity: 1, stroke: { width: 0 }, scale: { mode: 'custom', value: 8 } };

  it('answers a picture of the sample that comes along, and nobody keeps it', async () => {
    const { status, headers, data } = await ask({});
    expect([status, headers['Content-Type'], headers['Cache-Control']]).toEqual([200, 'image/webp', 'no-store']);
    const { format, width } = await sharp(data as Buffer).metadata();
    expect([format, width]).toEqual(['webp', 1600]);
    expect(await site.files()).toEqual([]);
  });

  it('shows the settings that are sent over those that are saved, and saves none of them', async () => {
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

  it('shows a marked picture without the mark that it has', async () => {
    const attachment_id = await upload(await jpeg(900, 600));
    const before = await look({ attachment_id, settings: { position: 'top-left' } });
    await site.plugin.apply(attachment_id);
    expect(await look({ attachment_id, settings: { position: 'top-left' } })).toEqual(before);
  });

  it('shows large pictures at most 1600 pixels wide, upright, and small ones as they are', async () => {
    const size = async (content: Buffer) => {
      const { width, height } = await sharp(await look({ attachment_id: await upload(content) })).metadata();
      return [width, height];
    };
    expect(await size(await jpeg(3200, 1000))).toEqual([1600, 500]);
    expect(await size(await fromCamera(640, 480))).toEqual([480, 640]);
    expect(await size(await jpeg(320, 240))).toEqual([320, 240]);
  });

  it('makes a mark that is larger than the picture fit into it', async () => {
    const attachment_id = await upload(await jpeg(300, 200));
    const { width, height } = await sharp(
      await look({ attachment_id, settings: { scale: { mode: 'custom', value: 10_000 }, offset: { x: 0, y: 0 } } }),
    ).metadata();
    expect([width, height]).toEqual([300, 200]);
  });

  it('lets listeners change what a picture is marked with, as they do when it is marked', async () => {
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

  describe('refuses', () => {
    it('who may not manage options', async () => {
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
    ])('settings that cannot be, and names the field: %s', async (field, body) => {
      const { status, data } = await ask(body);
      expect([status, (data as { code: string }).code]).toEqual([400, 'rest_invalid_param']);
      expect(JSON.stringify(data)).toContain(field);
    });

    it('a picture that is not there, and a mark that is none', async () => {
      expect(await fault({ attachment_id: 4711 })).toEqual([404, 'attachment_not_found']);
      expect(await fault({ settings: { type: 'image', image_id: 4711 } })).toEqual([
        400,
        'vendor_watermark_settings_invalid',
      ]);
      const { data } = await ask({ settings: { type: 'image' } });
      expect((data as { data: { params: object } }).data.params).toHaveProperty('image_id');
    });

    it('what cannot be marked, and says so in the same words as marking does', async () => {
      const pdf = await upload(Buffer.from('%PDF-1.7\n'), 'plan.pdf');
      expect(await fault({ attachment_id: pdf })).toEqual([415, 'vendor_watermark_unsupported_image_type']);
      expect(await fault({ attachment_id: await damaged() })).toEqual([422, 'vendor_watermark_image_truncated']);
      const large = await upload(await jpeg(1200, 1000));
      expect(await fault({ attachment_id: large, settings: { max_pixels: 1_000_000 } })).toEqual([
        413,
        'vendor_watermark_image_too_large',
      ]);
    });

    it('a mark of which nothing can be seen, and a picture that leaves no room for it', async () => {
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
    ['letters of many scripts', 'こんにちは مرحبا שלום हिन्दी 🦉👩‍👩‍👧‍👦'],
  ])('draws %s as text and nothing else', async (_, text) => {
    const { width } = await sharp(await look({ settings: { text } })).metadata();
    expect(width).toBe(1600);
  });

  it('draws the widest outline, and tiles with the widest space, as any other design', async () => {
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
