/** The first element of a block's markup, which is that of the block itself. */
export interface Opening {
  /** The attributes as they are written, `class` apart. */
  readonly attributes: string;
  readonly classes: readonly string[];
  /** What follows the tag. */
  readonly rest: string;
}

const CLASS = /\sclass\s{0,5}=\s{0,5}"([^"]*)"/i;
const ID = /\sid\s{0,5}=\s{0,5}"([^"]*)"/i;

/** Reads the opening tag that markup begins with; null where it begins with something else, as no editor writes it. */
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

/** Takes the id out of attributes: it moves to what a link leads to. */
export function splitId(attributes: string): { readonly id: string; readonly attributes: string } {
  return { id: ID.exec(attributes)?.[0] ?? '', attributes: attributes.replace(ID, '') };
}

/** The element's inside: what follows its tag, without its end. */
export function insideOf({ rest }: Opening, element: string): string {
  return rest.replace(new RegExp(`</${element}>\\s*$`, 'i'), '');
}

/** What is stored of something that opens: `details` with a `summary`, and what it opens behind that. */
export interface Disclosure {
  readonly opening: Opening;
  /** As they are written. */
  readonly summaryAttributes: string;
  readonly label: string;
  /** The element with what is opened, and whatever else stands there. */
  readonly content: string;
}

const SUMMARY = /^\s*<summary\b([^<>]*)>(.*?)<\/summary>/is;

/** Null where it is something else, as no editor writes it. */
export function readDisclosure(html: string): Disclosure | null {
  const opening = readOpening(html, 'details');
  const inside = opening && insideOf(opening, 'details');
  const summary = SUMMARY.exec(inside ?? '');
  if (!opening || inside === null || !summary) return null;
  const [all, summaryAttributes = '', label = ''] = summary;
  return { opening, summaryAttributes, label, content: inside.slice(all.length) };
}

/** Attributes of `details` with `open` among them, where that is wanted. */
export function withOpen(attributes: string, open: boolean): string {
  return open && !isOpen(attributes) ? `${attributes} open` : attributes;
}

/** Whether `open` is among attributes. */
export function isOpen(attributes: string): boolean {
  return /\sopen(?:[\s=]|$)/i.test(attributes);
}

/** Adds attributes to the first `div` of a class, which is where an id that a link leads to moves. */
export function withAttributes(html: string, className: string, attributes: string): string {
  const found = [...html.matchAll(/<div\b[^<>]*/gi)].find(([tag]) => tag.split(/[\s"'=]+/).includes(className));
  if (!found) return html;
  const end = found.index + found[0].length;
  return html.slice(0, end) + attributes + html.slice(end);
}
