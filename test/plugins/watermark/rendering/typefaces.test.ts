import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

  async function drawn(font: string, text: string, env: NodeJS.ProcessEnv): Promise<readonly [number, number, string]> {
    const script = startScript('../../../plugins/watermark/rendering/processes/draw-text.ts', [font, text], env);
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
});
