import { Parser } from 'htmlparser2';
import type { ParsedBlock } from '../grammar/parsed-block.js';

/** Elements with the same meaning. */
const SAME: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' };
const PLACE = '\u{f8ff}';

/**
 * Whether two lists of blocks are equal for the editor and for readers. Ignores the order of attributes, the spelling
 * of entities, invisible white space and the numbers of footnotes.
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
  // The anchor is in the markup too, and older editors wrote it only there.
  const { anchor: _, ...settings } = attrs ?? {};
  return [blockName, attrs && sorted(settings), html, innerBlocks.map(describeBlock)];
}

function sorted(record: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Normalizes HTML, so that equal HTML has the same spelling. */
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
      // White space inside `pre` counts, so placeholders protect its spaces from the replacements below.
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

/** Tags and marks that are on lines of their own: white space next to them is not shown. */
const OWN_LINE =
  /^(?:<\/?(?:blockquote|br|details|div|figcaption|figure|h[1-6]|hr|li|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)[ >]|\u{f8ff})/u;
