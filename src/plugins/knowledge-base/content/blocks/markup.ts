/** First element of a block's markup, which is the block's own. */
export interface Opening {
  /** Attributes as written, without `class`. */
  readonly attributes: string;
  readonly classes: readonly string[];
  /** Markup after the tag. */
  readonly rest: string;
}

const CLASS = /\sclass\s{0,5}=\s{0,5}"([^"]*)"/i;
const ID = /\sid\s{0,5}=\s{0,5}"([^"]*)"/i;

/** Reads the opening tag of some markup. Null for markup that no editor writes. */
export function readOpening(html: string, element: string): Opening | null {
  const found = new RegExp(`^\\s*<${element}\\b([^<>]*)>`, 'i').exec(html);
  if (!found) return null;
  const [tag, attributes = ''] = found;
  return {
    attributes: attributes.replace(CLASS, ''),
    classes: (CLASS.exec(attributes)?.[1] ?? '').split(/\s+/).filter((name) => name !== ''),
    rest: html.slice(tag.length),
  };
}

/** Removes the id from attributes, so that it can move to the link target. */
export function splitId(attributes: string): { readonly id: string; readonly attributes: string } {
  return { id: ID.exec(attributes)?.[0] ?? '', attributes: attributes.replace(ID, '') };
}

/** Returns the element's inner markup, without the closing tag. */
export function insideOf({ rest }: Opening, element: string): string {
  return rest.replace(new RegExp(`</${element}>\\s*$`, 'i'), '');
}

/** Stored markup of a disclosure: `details` with a `summary` and the content after it. */
export interface Disclosure {
  readonly opening: Opening;
  /** Attributes as written. */
  readonly summaryAttributes: string;
  readonly label: string;
  /** Content element with everything after it. */
  readonly content: string;
}

const SUMMARY = /^\s*<summary\b([^<>]*)>(.*?)<\/summary>/is;

/** Reads a disclosure. Null for markup that no editor writes. */
export function readDisclosure(html: string): Disclosure | null {
  const opening = readOpening(html, 'details');
  const inside = opening && insideOf(opening, 'details');
  const summary = SUMMARY.exec(inside ?? '');
  if (!opening || inside === null || !summary) return null;
  const [all, summaryAttributes = '', label = ''] = summary;
  return { opening, summaryAttributes, label, content: inside.slice(all.length) };
}

/** Adds `open` to the attributes of `details` if requested. */
export function withOpen(attributes: string, open: boolean): string {
  return open && !isOpen(attributes) ? `${attributes} open` : attributes;
}

/** Tells whether the attributes include `open`. */
export function isOpen(attributes: string): boolean {
  return /\sopen(?:[\s=]|$)/i.test(attributes);
}

/** Adds attributes to the first `div` with a class, such as the id of a link target. */
export function withAttributes(html: string, className: string, attributes: string): string {
  const found = [...html.matchAll(/<div\b[^<>]*/gi)].find(([tag]) => tag.split(/[\s"'=]+/).includes(className));
  if (!found) return html;
  const end = found.index + found[0].length;
  return html.slice(0, end) + attributes + html.slice(end);
}
