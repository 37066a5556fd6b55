import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jpeg } from '../../core/media/pictures.js';
import { callRoute, openWatermarkSite, type WatermarkSite } from './watermark-site.js';

/** Private-use character that no font has. */
const MISSING = '\u{10fffd}';
const refusal = { code: 'vendor_watermark_characters_missing', status: 422, data: { characters: [MISSING] } };

describe('a text with characters that no font has', () => {
  let site: WatermarkSite;
  beforeEach(async () => {
    site = await openWatermarkSite();
  });
  afterEach(() => site.close());

  const upload = async (title: string) =>
    (await site.host.media.create(await jpeg(500, 400), { filename: 'barn.jpg', title })).id;

  it('is refused when the settings are saved, and the old text stays', async () => {
    const before = await site.plugin.settings.get();
    const as = (await site.host.createUser('administrator')).id;
    const { status, data } = await callRoute(site, 'PUT', '/settings', { body: { text: `© {year} ${MISSING}` }, as });
    expect([status, data.code]).toEqual([422, 'vendor_watermark_characters_missing']);
    expect(data.message).toContain('U+10FFFD');
    expect(data.message).toContain('watermark({ fonts })');
    expect(await site.plugin.settings.get()).toEqual(before);
    await expect(site.plugin.preview({ changes: { text: MISSING } })).rejects.toMatchObject(refusal);
  });

  it('leaves an image unchanged whose title brings them, and marks the others', async () => {
    await site.plugin.settings.save({ text: '© {year} {title}' });
    const [plain, odd] = [await upload('Barn'), await upload(`Barn ${MISSING}${MISSING}`)];
    const before = await site.fingerprint(odd);
    await expect(site.plugin.apply(odd)).rejects.toMatchObject(refusal);
    await expect(site.plugin.preview({ attachmentId: odd })).rejects.toMatchObject(refusal);
    expect(await site.fingerprint(odd)).toEqual(before);
    expect(await site.strays()).toEqual([]);
    expect(await site.plugin.apply(plain)).toMatchObject({ done: true });
  });

  it('keeps a run from starting, but not other settings from being saved', async () => {
    // The default text is the name of the site.
    const named = await openWatermarkSite({ name: `Photos ${MISSING}` });
    await expect(named.plugin.runs.start({ work: 'apply' })).rejects.toMatchObject(refusal);
    expect(await named.plugin.settings.save({ auto_on_upload: true })).toMatchObject({ auto_on_upload: true });
    await named.close();
  });
});

describe('a placeholder', () => {
  let site: WatermarkSite;
  beforeEach(async () => {
    site = await openWatermarkSite();
    await site.plugin.settings.save({ text: '{title} – {site}' });
  });
  afterEach(() => site.close());

  async function marked(title: string): Promise<string> {
    const { id } = await site.host.media.create(await jpeg(500, 400), { filename: 'barn.jpg', title });
    await site.plugin.apply(id);
    return (await site.fingerprint(id)).full ?? '';
  }

  it('does not reorder the text around it', async () => {
    expect(await marked('Barn\u202e\u2067')).toBe(await marked('Barn'));
  });

  it('may contain control characters', async () => {
    expect(await marked('Red\u0007\tbarn')).toBe(await marked('Red barn'));
  });

  it('is shortened when the text becomes too long to read', async () => {
    const title = 'Long title with many words '.repeat(18);
    expect(await marked(title)).toBe(await marked(`${title}and more`.slice(0, 480)));
  });
});
