import { createHash } from 'node:crypto';
import { drawText } from '../../../../../src/plugins/watermark/rendering/text-mark.js';
import type { Font } from '../../../../../src/plugins/watermark/settings/schema.js';

/** Draws a text with the fonts that this process finds, and prints its size and hash. */
const [font = 'sans', text = ''] = process.argv.slice(2);
const drawn = await drawText(text, { font: font as Font, color: '#ffffff', stroke: { width: 0, color: '#000000' } });
const { width, height, data } = await drawn.draw(40);
console.log(JSON.stringify([width, height, createHash('sha256').update(data).digest('hex')]));
