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

export function writeOpening(element: string, { attributes, classes }: Omit<Opening, 'rest'>): string {
  return `<${element} class="${[...new Set(classes)].join(' ')}"${attributes}>`;
}

/** Takes the id out of attributes: it moves to what a link leads to. */
export function splitId(attributes: string): { readonly id: string; readonly attributes: string } {
  return { id: ID.exec(attributes)?.[0] ?? '', attributes: attributes.replace(ID, '') };
}

const SUMMARY = /^(\s*<summary\b[^<>]*>)(.*?)(<\/summary>)/is;

/** Changes what stands in the `summary` that the inside of `details` begins with. */
export function changeSummary(inside: string, change: (label: string) => string): string {
  return inside.replace(
    SUMMARY,
    (_all, before: string, label: string, after: string) => before + change(label) + after,
  );
}

/** Attributes of `details` with `open` among them, where that is wanted. */
export function withOpen(attributes: string, open: boolean): string {
  return open && !isOpen(attributes) ? `${attributes} open` : attributes;
}

/** Whether `open` is among attributes. */
export function isOpen(attributes: string): boolean {
  return /\sopen(?:[\s=]|$)/i.test(attributes);
}
