import { escapeHtml } from '../../../pages.js';
import { textInvisible, textTooLong } from '../errors.js';
import type { WatermarkSettings } from '../settings/schema.js';
import { outlineOf } from './outline.js';
import type { Box } from './placement.js';
import { isVisible, openRaw, padded, type RawImage, rawOptions, toRaw } from './raw-image.js';
import { type ImageLibrary, imageLibrary } from './sharp.js';
import { createTypefaces, type TextFonts, type Typefaces, textOptions } from './typefaces.js';

export type TextDesign = Pick<WatermarkSettings, 'color' | 'font' | 'stroke'>;

/** A text that can be drawn in any size. */
export interface DrawnText {
  /** Size at the font size {@link MEASURED_AT}. */
  readonly natural: Box;
  /** @param fontSize pixels */
  draw(fontSize: number): Promise<RawImage>;
}

/** Font size in pixels. */
export const MEASURED_AT = 100;

/**
 * Prepares a text for drawing.
 * @throws HostError 409 `vendor_watermark_text_invisible` if the text is blank, 422
 *   `vendor_watermark_characters_missing` if no font has one of its characters, `vendor_watermark_text_too_long`
 */
export async function drawText(
  text: string,
  design: TextDesign,
  typefaces: Typefaces = createTypefaces(),
): Promise<DrawnText> {
  const sharp = await imageLibrary();
  const printableText = printable(text);
  const fonts = await typefaces.choose(printableText, design.font);
  const draw = (fontSize: number): Promise<RawImage> => drawn(sharp, printableText, design, { fonts, fontSize });
  const measured = await draw(MEASURED_AT).catch((error: unknown) => {
    // The library throws if the text consists of blanks and zero-width characters.
    if (/no text to render/.test(String(error))) return null;
    throw /too big/.test(String(error)) ? textTooLong(error) : error;
  });
  if (!measured || !isVisible(measured)) throw textInvisible(text);
  return { natural: { width: measured.width, height: measured.height }, draw };
}

async function drawn(
  sharp: ImageLibrary,
  text: string,
  { color, stroke }: TextDesign,
  { fonts, fontSize }: { readonly fonts: TextFonts; readonly fontSize: number },
): Promise<RawImage> {
  const attributes = `foreground="${color}"`;
  const letters = await toRaw(sharp({ text: textOptions(escapeHtml(text), fonts, { fontSize, attributes }) }));
  const radius = Math.round((fontSize * stroke.width) / 100);
  if (radius === 0) return letters;
  const around = await padded(sharp, letters, { left: radius, right: radius, top: radius, bottom: radius });
  const outline = openRaw(sharp, outlineOf(around, radius, stroke.color));
  return toRaw(outline.composite([{ input: around.data, ...rawOptions(around) }]));
}

/** Replaces what has no glyph in any font. Composed characters need no fallback for their accents. */
export function printable(text: string): string {
  // XML allows no control characters, not even escaped.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff\p{Surrogate}]+/gu, ' ');
}
