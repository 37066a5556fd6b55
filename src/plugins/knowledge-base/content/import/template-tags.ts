import type { ImportItem } from './item.js';
import { maskCode } from './links/mask-code.js';

/** Hugo shortcodes and Liquid tags, by their first word. */
const TEMPLATE_TAG = /\{\{[<%]-?\s*(?:\/\s*)?([\w./-]{1,60})|\{%-?\s*([\w-]{1,60})/g;
/** WordPress shortcodes, and blocks that contain one. */
const SHORTCODE = /\[(gallery|caption|embed|audio|video|playlist|contact-form-7)\b|<!-- wp:(shortcode) /g;

/** Lists the distinct template tags of a text, which are not supported here. */
export function templateTagsOf({ body, format }: ImportItem): string[] {
  const found = format === 'markdown' ? maskCode(body).matchAll(TEMPLATE_TAG) : body.matchAll(SHORTCODE);
  return [...new Set([...found].map(([, one, other]) => one ?? other ?? ''))];
}
