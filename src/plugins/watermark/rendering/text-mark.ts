import { fileURLToPath } from 'node:url';
import { textInvisible } from '../errors.js';
import type { Font, WatermarkSettings } from '../settings/schema.js';
import { TEMPLATES_FOLDER } from '../templates-folder.js';
import { outlineOf } from './outline.js';
import type { Box } from './placement.js';
import { isVisible, openRaw, padded, type RawImage, rawOptions, toRaw } from './raw-image.js';
import { type ImageLibrary, imageLibrary } from './sharp.js';

export type TextDesign = Pick<WatermarkSettings, 'color' | 'font' | 'stroke'>;

/** A text that can be drawn in any size. */
export interface DrawnText {
  /** Size at the font size {@link MEASURED_AT}. */
  readonly natural: Box;
  /** @param fontSize pixels */
  draw(fontSize: number): Promise<RawImage>;
}

/** Bundled fonts, because servers often have none or different ones. */
const FONTS: Readonly<Record<Font, { readonly family: string; readonly file: string }>> = {
  sans: { family: 'DejaVu Sans Bold', file: 'DejaVuSans-Bold.ttf' },
  serif: { family: 'DejaVu Serif Bold', file: 'DejaVuSerif-Bold.ttf' },
  mono: { family: 'DejaVu Sans Mono Bold', file: 'DejaVuSansMono-Bold.ttf' },
};

/** Font size in pixels. */
export const MEASURED_AT = 100;

/**
 * Prepares a text for drawing.
 * @throws HostError 409 `vendor_watermark_text_invisible` if nothing would be visible: the text is blank, or neither
 *   the font nor the server has its script
 */
export async function drawText(text: string, design: TextDesign): Promise<DrawnText> {
  const sharp = await imageLibrary();
  const draw = (fontSize: number): Promise<RawImage> => drawn(sharp, text, design, fontSize);
  const measured = await draw(MEASURED_AT).catch((error: unknown) => {
    // The library throws if the text consists of blanks and zero-width characters.
    if (/no text to render/.test(String(error))) return null;
    throw error;
  });
  if (!measured || !isVisible(measured)) throw textInvisible(text);
  return { natural: { width: measured.width, height: measured.height }, draw };
}

async function drawn(
  sharp: ImageLibrary,
  text: string,
  { font, color, stroke }: TextDesign,
  fontSize: number,
): Promise<RawImage> {
  const { family, file } = FONTS[font];
  const letters = await toRaw(
    sharp({
      text: {
        text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
        font: `${family} ${fontSize}`,
        fontfile: fileURLToPath(new URL(`fonts/${file}`, TEMPLATES_FOLDER)),
        // Makes one point equal one pixel.
        dpi: 72,
        rgba: true,
      },
    }),
  );
  const radius = Math.round((fontSize * stroke.width) / 100);
  if (radius === 0) return letters;
  const around = await padded(sharp, letters, { left: radius, right: radius, top: radius, bottom: radius });
  const outline = openRaw(sharp, outlineOf(around, radius, stroke.color));
  return toRaw(outline.composite([{ input: around.data, ...rawOptions(around) }]));
}

/** Escapes a text for Pango markup, which is XML. */
function escapeMarkup(text: string): string {
  // XML allows no control characters, not even escaped.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const printable = text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
  return printable.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
