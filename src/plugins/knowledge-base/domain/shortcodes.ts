/** Tags of Hugo and Liquid, and shortcodes of WordPress. */
const SHORTCODE =
  /\{\{[^{}]{0,500}\}\}|\{%[^{}]{0,500}%\}|\[\/?(?:audio|caption|contact-form-7|embed|gallery|playlist|video)\b[^[\]]{0,500}\]/g;

/** Removes shortcodes from a summary. Only the site that they come from can show them. */
export function withoutShortcodes(text: string): string {
  return /[{[]/.test(text) ? text.replace(SHORTCODE, ' ').replace(/\s+/g, ' ').trim() : text;
}
