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
  /** How large it is at the font size {@link MEASURED_AT}. */
  readonly natural: Box;
  /** @param fontSize pixels */
  draw(fontSize: number): Promise<RawImage>;
}

/** The typefaces come along: what a server has installed is somebody else's, and often nothing. */
const FONTS: Readonly<Record<Font, { readonly family: string; readonly file: string }>> = {
  sans: { family: 'DejaVu Sans Bold', file: 'DejaVuSans-Bold.ttf' },
  serif: { family: 'DejaVu Serif Bold', file: 'DejaVuSerif-Bold.ttf' },
  mono: { family: 'DejaVu Sans Mono Bold', file: 'DejaVuSansMono-Bold.ttf' },
};

/** Pixels of font size. */
export const MEASURED_AT = 100;

/**
 * @throws HostError 409 `vendor_watermark_text_invisible` where nothing of it can be seen: blank, or in a script that
 *   neither the typeface nor the machine has
 */
export async function drawText(text: string, design: TextDesign): Promise<DrawnText> {
  const sharp = await imageLibrary();
  const draw = (fontSize: number): Promise<RawImage> => drawn(sharp, text, design, fontSize);
  const measured = await draw(MEASURED_AT).catch((error: unknown) => {
    // Of blanks, and of letters without width, there is nothing to draw, which is an error for the library.
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
        // A point is a pixel then.
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

/** For Pango, which reads a text as XML. */
function escapeMarkup(text: string): string {
  // Control characters are no XML, however they are written.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const printable = text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
  return printable.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
