import { maskCode } from '../links/mask-code.js';
import type { Insertion } from '../links/rewrite-links.js';
import type { Conversion } from './conversion.js';

const TAG = /\{%-?\s{0,9}(raw|endraw|highlight|endhighlight)\b([^{}%]{0,200})-?%\}/g;

/**
 * Converts the Liquid tags that only frame a text: the marks of `raw` go away, and `highlight` becomes a code sample.
 * https://jekyllrb.com/docs/liquid/tags/
 */
export function convertLiquid(text: string): Conversion {
  const edits: Insertion[] = [];
  let isRaw = false;
  for (const { 0: whole, 1: name, 2: rest = '', index } of maskCode(text).matchAll(TAG)) {
    if (isRaw && name !== 'endraw') continue;
    if (name === 'raw' || name === 'endraw') isRaw = name === 'raw';
    const written =
      name === 'highlight' ? `\n\`\`\`${rest.trim().split(/\s/)[0]}` : name === 'endhighlight' ? '```\n' : '';
    edits.push({ offset: index, length: whole.length, text: written });
  }
  return { edits, constructs: [] };
}
