import type { ImportItem } from './item.js';

/** WordPress shortcodes, and blocks that contain one. */
const SHORTCODE = /\[(gallery|caption|embed|audio|video|playlist|contact-form-7)\b|<!-- wp:(shortcode) /g;

/** Lists the distinct constructs of a text that only its generator understands. */
export function templateTagsOf({ body, format, constructs = [] }: ImportItem): string[] {
  const shortcodes =
    format === 'markdown' ? [] : [...body.matchAll(SHORTCODE)].map(([, one, other]) => one ?? other ?? '');
  return [...new Set([...constructs, ...shortcodes])];
}
