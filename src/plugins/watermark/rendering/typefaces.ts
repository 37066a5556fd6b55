import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from '../../../pages.js';
import { once } from '../../../utilities.js';
import { charactersMissing, fontInvalid } from '../errors.js';
import type { Font } from '../settings/schema.js';
import { TEMPLATES_FOLDER } from '../templates-folder.js';
import { type FontFacts, readFont } from './font-file.js';
import { type ImageLibrary, imageLibrary } from './sharp.js';

/** Fonts of one text. */
export interface TextFonts {
  /** Pango font description without the size. */
  readonly description: string;
  readonly file: string;
  /** Font families in order of preference; null if the font has every character. */
  readonly families: string | null;
}

/** Fonts that draw text watermarks: bundled ones, those of the site, and those installed on the server. */
export interface Typefaces {
  /**
   * Chooses the fonts of a text.
   * @param text without control characters
   * @throws HostError 422 `vendor_watermark_characters_missing` if no font has one of its characters, because Pango
   *   would draw a box with its code instead
   */
  choose(text: string, font: Font): Promise<TextFonts>;
  /** Returns a key that changes with the fallback fonts of a text; empty if the font has every character. */
  keyOf(text: string, font: Font): string;
}

interface FontFile extends FontFacts {
  readonly file: string;
  readonly sha256: string;
}

/** Bundled fonts, because servers often have none or different ones. */
const BUNDLED: Readonly<Record<Font, { readonly description: string; readonly file: string }>> = {
  sans: { description: 'DejaVu Sans Bold', file: 'DejaVuSans-Bold.ttf' },
  serif: { description: 'DejaVu Serif Bold', file: 'DejaVuSerif-Bold.ttf' },
  mono: { description: 'DejaVu Sans Mono Bold', file: 'DejaVuSansMono-Bold.ttf' },
};

/** Bundled fonts for characters that the chosen one lacks. */
const FALLBACKS = ['DejaVuSans-Bold.ttf', 'NotoSansThai-Bold.ttf', 'NotoSansDevanagari-Bold.ttf'];

/** Characters without a glyph of their own. Fonts need not have them. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]$/u;

/** Font size at which missing characters are detected, in pixels. */
const TESTED_AT = 24;

/** @param files paths of the site's fonts, in order of preference */
export function createTypefaces(files: readonly string[] = []): Typefaces {
  const site = files.map(readFile);
  const drawable = new LRUCache<string, true>({ max: 10_000 });
  const fallbacks = once(() => [...site, ...FALLBACKS.map((file) => readFile(bundledFile(file)))]);
  const version = once(() => fallbacks().map(({ sha256 }) => sha256));
  const primary = Object.fromEntries(
    Object.entries(BUNDLED).map(([font, { file }]) => [font, once(() => readFile(bundledFile(file)))]),
  ) as Readonly<Record<Font, () => FontFile>>;

  function uncovered(text: string, font: Font): string[] {
    return [...new Set(text)].filter((character) => !BLANK.test(character) && !primary[font]().has(character));
  }

  return {
    async choose(text, font) {
      const { description, file } = BUNDLED[font];
      const base = { description, file: bundledFile(file), families: null };
      const unsure = uncovered(text, font);
      if (unsure.length === 0) return base;
      const sharp = await imageLibrary();
      for (const fallback of fallbacks()) await register(sharp, fallback.file);
      const families = [primary[font](), ...fallbacks()].map(({ family }) => family).join(',');
      const fonts = { ...base, families };
      const missing: string[] = [];
      for (const character of unsure) {
        const key = `${font}${character}`;
        if (drawable.has(key)) continue;
        if (await canDraw(sharp, character, fonts)) drawable.set(key, true);
        else missing.push(character);
      }
      if (missing.length > 0) throw charactersMissing(missing);
      return fonts;
    },
    keyOf: (text, font) => (uncovered(text, font).length === 0 ? '' : version().join()),
  };
}

/** Draws a text that is already escaped, in the first of its fonts that has each character. */
export function textOptions(
  markup: string,
  { description, file, families }: TextFonts,
  { fontSize, attributes }: { readonly fontSize: number; readonly attributes: string },
) {
  const face = families === null ? '' : ` face="${escapeHtml(families)}"`;
  return {
    text: `<span ${attributes}${face}>${markup}</span>`,
    font: `${description} ${fontSize}`,
    fontfile: file,
    // Makes one point equal one pixel.
    dpi: 72,
    rgba: true,
  };
}

/**
 * Whether a character that the first font lacks can be drawn. Fontconfig chooses among the fonts of the server, so
 * only the result tells: without any fallback, Pango draws the box of a missing character for certain.
 */
async function canDraw(sharp: ImageLibrary, character: string, fonts: TextFonts): Promise<boolean> {
  const draw = async (attributes: string): Promise<Buffer | null> => {
    const text = textOptions(escapeHtml(character), fonts, { fontSize: TESTED_AT, attributes });
    try {
      return await sharp({ text }).raw().toBuffer();
    } catch {
      // A glyph without any pixel, for example of a font format that the library cannot draw.
      return null;
    }
  };
  const drawn = await draw('fallback="true"');
  const box = await draw('fallback="false"');
  if (!drawn?.some((byte) => byte !== 0)) return false;
  return box === null || !drawn.equals(box);
}

/** Fonts registered with Fontconfig, which keeps them until the process ends. */
const registered = new Map<string, Promise<unknown>>();

function register(sharp: ImageLibrary, fontfile: string): Promise<unknown> {
  const families =
    registered.get(fontfile) ??
    sharp({ text: { text: '-', fontfile } })
      .raw()
      .toBuffer();
  registered.set(fontfile, families);
  return families;
}

function readFile(file: string): FontFile {
  try {
    const content = readFileSync(file);
    return { ...readFont(content), file, sha256: createHash('sha256').update(content).digest('hex') };
  } catch (cause) {
    throw fontInvalid(file, cause);
  }
}

function bundledFile(name: string): string {
  return fileURLToPath(new URL(`fonts/${name}`, TEMPLATES_FOLDER));
}
