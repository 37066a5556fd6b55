import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTypefaces } from '../../../../src/plugins/watermark/rendering/typefaces.js';
import { FONTS } from '../../../../src/plugins/watermark/settings/schema.js';
import { startScript } from '../../../core/database/processes/start-script.js';

/** Without installed fonts, a text would be empty or consist of boxes. */
describe('text on a machine without fonts', () => {
  let folder: string;
  let bare: NodeJS.ProcessEnv;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-fonts-'));
    const file = path.join(folder, 'fonts.conf');
    await writeFile(file, `<?xml version="1.0"?><fontconfig><cachedir>${folder}</cachedir></fontconfig>`);
    bare = { FONTCONFIG_FILE: file };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function drawn(
    font: string,
    text: string,
    env: NodeJS.ProcessEnv,
    files: readonly string[] = [],
  ): Promise<readonly [number, number, string]> {
    const args = [font, text, ...files];
    const script = startScript('../../../plugins/watermark/rendering/processes/draw-text.ts', args, env);
    return JSON.parse(await script.line());
  }

  it.each(FONTS)('has the same letters as anywhere: %s', async (font) => {
    const [width, height] = await drawn(font, 'Mortise Žluť ß Ω', bare);
    const [elsewhere, high] = await drawn(font, 'Mortise Žluť ß Ω', {});
    // Boxes and letters of another font have another width. Fitting to pixels depends on the machine.
    expect(width).toBe(elsewhere);
    expect(Math.abs(height - high)).toBeLessThan(4);
  });

  it('has a different font for each of the settings', async () => {
    const all = await Promise.all(FONTS.map((font) => drawn(font, 'Mortise', bare)));
    expect(new Set(all.map(([, , look]) => look)).size).toBe(FONTS.length);
  });

  it.each([
    'ภาพถ่าย © 2026',
    'फ़ोटो क्ष स्त्री',
    '© 2026 استوديو',
    'צילום 2026 Photo',
    'e\u0301 A\u030a',
    'one\u200b\ufe0f\u00adtwo\u0007',
    'left \u202eright',
  ])('has the letters of %s with every font', async (text) => {
    const all = await Promise.all(FONTS.map((font) => drawn(font, text, bare)));
    expect(all.map(([width]) => typeof width)).toEqual(FONTS.map(() => 'number'));
  });

  it.each([
    ['© 2026 写真館', ['写', '真', '館']],
    ['사진관', ['사', '진', '관']],
    ['Photo 📷', ['📷']],
    ['👨‍👩‍👧', ['👨', '👩', '👧']],
    ['🇯🇵', ['🇯', '🇵']],
    ['ab\ue000', ['\ue000']],
    ['Đặng 写', ['写']],
    ['か\u3099 ｶ', ['が', 'ｶ']],
  ])('refuses %s instead of drawing boxes', async (text, characters) => {
    const all = await Promise.all(FONTS.map((font) => drawn(font, text, bare)));
    expect(all).toEqual(FONTS.map(() => ['vendor_watermark_characters_missing', 422, characters]));
  });

  it('draws the characters that a font of the site has, and names the others', async () => {
    const file = fileURLToPath(new URL('fixtures/NotoSansJP-Bold.subset.ttf', import.meta.url));
    for (const font of FONTS) {
      expect((await drawn(font, '© 2026 写真館', bare, [file]))[0]).toBeGreaterThan(100);
      expect(await drawn(font, '写真 사', bare, [file])).toEqual(['vendor_watermark_characters_missing', 422, ['사']]);
    }
  });

  it('draws the characters that a font installed on the server has', async () => {
    const fonts = fileURLToPath(new URL('fixtures/', import.meta.url));
    const file = path.join(folder, 'fonts.conf');
    const config = `<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>`;
    await writeFile(file, `<?xml version="1.0"?>${config}`);
    expect((await drawn('sans', '写真館', bare))[0]).toBeGreaterThan(100);
  });
});

describe('font of the site', () => {
  it.each([
    ['missing.ttf', /no such file/],
    ['typefaces.test.ts', /not a TrueType or OpenType font/],
  ])('is refused on startup if it cannot be used: %s', (name, reason) => {
    const file = fileURLToPath(new URL(name, import.meta.url));
    expect(() => createTypefaces([file])).toThrow(
      expect.objectContaining({ code: 'vendor_watermark_font_invalid', message: expect.stringMatching(reason) }),
    );
  });
});
