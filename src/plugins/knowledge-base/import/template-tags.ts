import type { ImportItem } from './item.js';
import { maskCode } from './links/mask-code.js';

/** Hugo shortcodes and Liquid tags, by the word that they begin with. */
const TEMPLATE_TAG = /\{\{[<%]-?\s*(?:\/\s*)?([\w./-]{1,60})|\{%-?\s*([\w-]{1,60})/g;
/** Of WordPress, and whatever stands in a block that is made for them. */
const SHORTCODE = /\[(gallery|caption|embed|audio|video|playlist|contact-form-7)\b|<!-- wp:(shortcode) /g;

/** The tags of a text that nothing here understands, each once. */
export function templateTagsOf({ body, format }: ImportItem): string[] {
  const found = format === 'markdown' ? maskCode(body).matchAll(TEMPLATE_TAG) : body.matchAll(SHORTCODE);
  return [...new Set([...found].map(([, one, other]) => one ?? other ?? ''))];
}
