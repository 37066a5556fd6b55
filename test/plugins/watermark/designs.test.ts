import { watermark } from 'mortise/plugins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarkStatus } from '../../../src/plugins/watermark/listing/mark-status.js';
import type { Design } from '../../../src/plugins/watermark/settings/designs.js';
import { jpeg, noise } from '../../core/media/pictures.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { callRoute, openWatermarkSite, type WatermarkSite } from './watermark-site.js';

const PNG: Design = { name: 'PNG', when: { mime_types: ['image/png'] }, changes: { position: 'center' } };
const LARGE: Design = { name: 'Large', when: { min_width: 600 }, changes: { opacity: 90, offset: { x: 1 } } };

describe.each(dialects)('designs by rule, on $name', (dialect) => {
  let site: WatermarkSite;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [watermark()]);
    drop = database.drop;
    site = await openWatermarkSite({ database: database.url });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const upload = async (width: number, fields: { postId?: number; authorId?: number } = {}): Promise<number> =>
    (await site.host.media.create(await jpeg(width, 300), { filename: 'barn.jpg', ...fields })).id;
  const uploadPng = async (side = 300): Promise<number> =>
    (await site.host.media.create(await noise('png', side), { filename: 'barn.png' })).id;
  const use = (...designs: Design[]) => site.plugin.settings.save({ designs });
  const designsOf = async (...ids: number[]) => {
    const attachments = await Promise.all(ids.map(site.attachment));
    const resolved = await site.plugin.optionsOf(attachments);
    return Promise.all(attachments.map(async (attachment) => (await resolved.of(attachment)).design));
  };
  const statuses = async (...ids: number[]): Promise<MarkStatus[]> =>
    (await site.plugin.markStatusesOf(await Promise.all(ids.map(site.attachment)))).map(({ status }) => status);

  it('applies the first design whose rule matches, otherwise the default one', async () => {
    const [small, large, png] = [await upload(400), await upload(700), await uploadPng(700)];
    await use(PNG, LARGE);
    expect(await designsOf(small, large, png)).toEqual([null, 'Large', 'PNG']);
    await use(LARGE, PNG);
    expect(await designsOf(small, large, png)).toEqual([null, 'Large', 'Large']);
    const [attachment] = [await site.attachment(large)];
    const { options } = await (await site.plugin.optionsOf([attachment])).of(attachment);
    expect(options).toEqual({
      ...(await site.plugin.settings.get()),
      opacity: 90,
      offset: { x: 1, y: 20, unit: 'px' },
    });
  });

  it('chooses by the categories of the post that an image is attached to, and by uploader', async () => {
    const { host } = site;
    const term = await host.content.terms.create({ taxonomy: 'category', slug: 'news', name: 'News', locale: 'en' });
    const other = await host.content.terms.create({ taxonomy: 'category', slug: 'shop', name: 'Shop', locale: 'en' });
    const post = { type: 'post', status: 'publish', title: 'Barn', slug: 'barn', authorId: 0, locale: 'en' } as const;
    const { id: postId } = await host.content.posts.create(post, [term.id]);
    const author = await host.createUser('author');
    const [attached, own, plain] = [
      await upload(400, { postId }),
      await upload(400, { authorId: author.id }),
      await upload(400),
    ];
    const news: Design = { name: 'News', when: { categories: [other.id, term.id] }, changes: { angle: 10 } };
    const byAuthor: Design = { name: 'Author', when: { uploaders: [author.id] }, changes: { angle: 20 } };
    await use(news, byAuthor);
    expect(await designsOf(attached, own, plain)).toEqual(['News', 'Author', null]);
    await host.content.posts.setTerms(postId, 'category', [other.id]);
    expect(await designsOf(attached)).toEqual(['News']);
    await host.content.posts.setTerms(postId, 'category', []);
    expect(await designsOf(attached)).toEqual([null]);
  });

  it('makes exactly the images outdated that a changed design applies to', async () => {
    const [small, large, png] = [await upload(400), await upload(700), await uploadPng()];
    await use(PNG, LARGE);
    for (const id of [small, large, png]) await site.plugin.apply(id);
    expect(await statuses(small, large, png)).toEqual(['marked', 'marked', 'marked']);
    await use(PNG, { ...LARGE, changes: { ...LARGE.changes, opacity: 80 } });
    expect(await statuses(small, large, png)).toEqual(['marked', 'outdated', 'marked']);
    expect(await site.plugin.apply(large)).toMatchObject({ done: true });
    expect(await site.plugin.apply(png)).toEqual({ done: false, reason: 'up_to_date' });
    // A new name, a rule with the same images and another order of disjoint designs change nothing.
    await use({ ...LARGE, name: 'Wide', changes: { ...LARGE.changes, opacity: 80 }, when: { min_width: 650 } }, PNG);
    expect(await statuses(small, large, png)).toEqual(['marked', 'marked', 'marked']);
    await use(PNG);
    expect(await statuses(small, large, png)).toEqual(['marked', 'outdated', 'marked']);
    // Settings that a design leaves alone follow the default one.
    await site.plugin.settings.save({ color: '#00ff00' });
    expect(await statuses(small, large, png)).toEqual(['outdated', 'outdated', 'outdated']);
    await use({ ...PNG, changes: { position: 'center', color: '#ffffff' } });
    expect(await statuses(small, png)).toEqual(['outdated', 'marked']);
  });

  it('never marks the image of any design', async () => {
    const [logo, photo] = [await uploadPng(), await upload(700)];
    await use({ ...LARGE, changes: { type: 'image', image_id: logo } });
    expect(await site.plugin.apply(logo)).toEqual({ done: false, reason: 'excluded' });
    expect(await site.plugin.apply(photo)).toMatchObject({ done: true });
    expect(await statuses(logo)).toEqual(['excluded']);
    const viewer = { reader: null, can: async () => true, cookies: new Map() };
    const place = { search: '', olderThan: null, newerThan: null, perPage: 5, viewer };
    const { pictures } = await site.plugin.listPictures({ status: 'excluded', ...place });
    expect(pictures.map(({ attachment }) => attachment.id)).toEqual([logo]);
  });

  it('passes the options of the design to the filter', async () => {
    const large = await upload(700);
    await use(LARGE);
    const seen: number[] = [];
    site.host.hooks.addFilter('vendor_watermark_options', (options) => {
      seen.push(options.opacity);
      return { ...options, angle: 5 };
    });
    await site.plugin.apply(large);
    expect(seen).toEqual([90]);
    expect(await statuses(large)).toEqual(['marked']);
  });

  it('keeps both changes of two users who save at the same time', async () => {
    await use(PNG, LARGE);
    const rename = (from: string, to: string) =>
      site.plugin.settings.saveDesigns((designs) =>
        designs.map((design) => (design.name === from ? { ...design, name: to } : design)),
      );
    await Promise.all([rename('PNG', 'Graphics'), rename('Large', 'Photos'), site.plugin.settings.save({ angle: 7 })]);
    expect((await site.plugin.settings.designs()).map(({ name }) => name)).toEqual(['Graphics', 'Photos']);
    expect(await site.plugin.settings.get()).toMatchObject({ angle: 7 });
  });

  it('saves settings and designs together, or neither', async () => {
    const before = await site.plugin.settings.get();
    const bad = { ...LARGE, changes: { type: 'image', image_id: 99 } } as const;
    await expect(site.plugin.settings.save({ angle: 9, designs: [PNG, bad] })).rejects.toMatchObject({
      code: 'vendor_watermark_settings_invalid',
      data: { design: 'Large' },
    });
    expect(await site.plugin.settings.get()).toEqual(before);
    expect(await site.plugin.settings.designs()).toEqual([]);
  });

  it('can be saved while the image of another design is missing', async () => {
    const logo = await uploadPng();
    const framed: Design = { ...LARGE, changes: { type: 'image', image_id: logo } };
    await use(framed);
    await site.host.media.delete(logo);
    await site.plugin.settings.save({ designs: [PNG, framed] });
    await expect(site.plugin.settings.assertDrawable()).rejects.toMatchObject({
      code: 'vendor_watermark_not_configured',
      status: 409,
      data: { design: 'Large' },
    });
  });
});

/** Private-use character that no font has. */
const MISSING = '\u{10fffd}';

describe('a design with characters that no font has', () => {
  let site: WatermarkSite;
  let as: number;
  beforeEach(async () => {
    site = await openWatermarkSite({ name: `Photos ${MISSING}` });
    as = (await site.host.createUser('administrator')).id;
  });
  afterEach(() => site.close());

  it('is refused when it is saved', async () => {
    await site.plugin.settings.save({ text: 'Photos' });
    const designs = [{ ...PNG, changes: { text: MISSING } }];
    const { status, data } = await callRoute(site, 'PUT', '/settings', { body: { designs }, as });
    expect([status, data.code]).toEqual([422, 'vendor_watermark_characters_missing']);
    expect(data.message).toContain('Design "PNG": ');
  });

  it('keeps a batch from starting, before the first image is marked', async () => {
    const { id } = await site.host.media.create(await jpeg(400, 300), { filename: 'barn.jpg' });
    const post = await site.host.content.posts.create({
      type: 'post',
      status: 'publish',
      title: 'Barn',
      slug: 'barn',
      authorId: 0,
      locale: 'en',
    });
    // The default text is the name of the site. An image design hides it here, but not from the others.
    for (const [path, body] of [
      ['/apply-watermarks', {}],
      ['/bulk-process-post', { post_id: post.id }],
      ['/runs', { work: 'apply' }],
    ] as const) {
      const { status, data } = await callRoute(site, 'POST', path, { body, as });
      expect([path, status, data.code]).toEqual([path, 422, 'vendor_watermark_characters_missing']);
    }
    expect((await site.plugin.errors.list()).total).toBe(0);
    expect(await site.attachment(id)).toMatchObject({ version: 1 });
    for (const path of ['/backup', '/restore']) {
      expect((await callRoute(site, 'POST', path, { body: {}, as })).status).toBe(200);
    }
  });
});
