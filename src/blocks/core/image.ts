import { defineBlock } from '../definition/define-block.js';
import type { BlockAttribute } from '../definition/metadata.js';

const TEXT: BlockAttribute = { type: 'string' };
/** Older editors stored numbers of pixels, later ones `200px`. */
const LENGTH: BlockAttribute = { type: ['string', 'number'] };

/** Image in the size that its author chose, which the editor stores as a style. */
export const image = defineBlock({
  metadata: {
    name: 'core/image',
    title: 'Image',
    category: 'media',
    attributes: {
      id: { type: 'integer', minimum: 0 },
      width: LENGTH,
      height: LENGTH,
      aspectRatio: TEXT,
      sizeSlug: TEXT,
      linkDestination: TEXT,
    },
  },
  render({ attributes, content }) {
    const width = pixelsOf(attributes.width);
    if (width === null) return content;
    const ratio = Number(attributes.aspectRatio);
    const height = pixelsOf(attributes.height) ?? (ratio > 0 ? Math.round(width / ratio) : null);
    const size = height === null ? ` width="${width}"` : ` width="${width}" height="${height}"`;
    return content.replace(/<img\b(?![^<>]*\swidth=)/, (opening) => opening + size);
  },
});

/** Rounded pixels; null for other units. */
function pixelsOf(length: unknown): number | null {
  const pixels = typeof length === 'number' ? length : Number(/^(\d{1,5}(?:\.\d{1,5})?)px$/.exec(String(length))?.[1]);
  return pixels >= 1 && pixels < 100_000 ? Math.round(pixels) : null;
}
