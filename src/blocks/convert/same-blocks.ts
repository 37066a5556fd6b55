import { Parser } from 'htmlparser2';
import type { ParsedBlock } from '../grammar/parsed-block.js';

/** Elements that say the same. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };
const PLACE = '\u{f8ff}';

/**
 * Whether two lists of blocks are the same for the editor and for readers, however their HTML is spelt: the order of
 * attributes, entities, white space that nobody sees, the numbers of footnotes.
 */
export function areSameBlocks(one: readonly ParsedBlock[], other: readonly ParsedBlock[]): boolean {
  return describe(one) === describe(other);
}

function describe(blocks: readonly ParsedBlock[]): string {
  return JSON.stringify(blocks.map(describeBlock).filter((block) => block !== null));
}

function describeBlock({ blockName, attrs, innerBlocks, innerContent }: ParsedBlock): unknown {
  const html = plainSpelling(innerContent.map((part) => part ?? PLACE).join(''));
  if (blockName === null && html === '') return null;
  // An anchor stands in the markup too, and older editors wrote it there alone.
  const { anchor: _, ...settings } = attrs ?? {};
  return [blockName, attrs && sorted(settings), html, innerBlocks.map(describeBlock)];
}

function sorted(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** HTML in the one spelling that all equal ones have. */
function plainSpelling(html: string): string {
  let spelt = '';
  let verbatim = 0;
  let inNote = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'pre') verbatim += 1;
      if (attributes.role === 'doc-noteref') inNote = true;
      const isNote = inNote || attributes.role === 'doc-backlink';
      const members = sorted(attributes).map(([attribute, value]) => {
        const text = attribute === 'class' ? String(value).trim().split(/\s+/).toSorted().join(' ') : String(value);
        return ` ${attribute}=${JSON.stringify(isNote ? text.replace(/\d+/g, '') : text)}`;
      });
      spelt += `<${SAME[name] ?? name}${members.join('')}>`;
    },
    onclosetag(name) {
      if (name === 'pre') verbatim -= 1;
      if (name === 'a') inNote = false;
      spelt += `</${SAME[name] ?? name}>`;
    },
    ontext(text) {
      if (inNote) return;
      const escaped = text.replaceAll('<', '\u{f8fe}');
      // A space of a sample counts, and none of what follows takes it away.
      spelt += verbatim > 0 ? escaped.replaceAll(' ', '\u{f8fd}') : escaped.replace(/[ \t\r\n\f]+/g, ' ');
    },
    oncomment(text) {
      spelt += `<!--${text}-->`;
    },
  });
  parser.end(html);
  return spelt
    .replace(/ {2,}/g, ' ')
    .replace(/ (<[^<>]*>|\u{f8ff})/gu, (whole, mark) => (OWN_LINE.test(mark) ? mark : whole))
    .replace(/(<[^<>]*>|\u{f8ff}) /gu, (whole, mark) => (OWN_LINE.test(mark) ? mark : whole))
    .trim();
}

/** Tags and marks on lines of their own: white space beside them is not shown. */
const OWN_LINE =
  /^(?:<\/?(?:blockquote|br|details|div|figcaption|figure|h[1-6]|hr|li|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)[ >]|\u{f8ff})/u;
