import { createHash } from 'node:crypto';
import { HostError } from 'mortise';
import { drawText } from '../../../../../src/plugins/watermark/rendering/text-mark.js';
import { createTypefaces } from '../../../../../src/plugins/watermark/rendering/typefaces.js';
import type { Font } from '../../../../../src/plugins/watermark/settings/schema.js';

/** Draws a text with the fonts that this process finds, and prints its size and hash, or the missing characters. */
const [font = 'sans', text = '', ...files] = process.argv.slice(2);
const design = { font: font as Font, color: '#ffffff', stroke: { width: 0, color: '#000000' } };
try {
  const drawn = await drawText(text, design, createTypefaces(files));
  const { width, height, data } = await drawn.draw(40);
  console.log(JSON.stringify([width, height, createHash('sha256').update(data).digest('hex')]));
} catch (error) {
  if (!(error instanceof HostError)) throw error;
  console.log(JSON.stringify([error.code, error.status, error.data.characters]));
}
