import { slug } from 'github-slugger';
import { anchorId } from '../core/html/anchors.js';
import { escapeHtml } from './escape.js';
import { plainText } from './plain-text.js';
import { markTemplateTags } from './template-tags.js';

/** Heading in a table of contents. */
export interface TocItem {
  id: string;
  level: number;
  text: string;
}

export interface Outline {
  html: string;
  /** Headings of level 2 to 4, in order; the first 5,000. */
  toc: TocItem[];
}

/** Maximum number of headings in the table of contents. Those beyond it keep their ids. */
const MAX_TOC = 5_000;

/** Sanitized HTML escapes `<`, `>` and `"` everywhere else, so this matches exactly its tags. */
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)(?: ?\/)?>/g;
const ID = / id="([^"]*)"/;
const HEADING = /^h[1-6]$/;
const VERBATIM = new Set(['code', 'pre', 'kbd', 'samp']);

/**
 * Adds ids, the table of contents and scrollable regions to sanitized HTML.
 *
 * Gives every heading a unique id, makes other ids unique, wraps tables so that a wide one scrolls by itself, and
 * lets tables and code be scrolled by keyboard (WCAG 2.2 SC 1.4.10, 2.1.1).
 * @param html output of `sanitizeHtml` only: this pass relies on its escaping
 * @param ofFootnotes ids of footnotes, without prefix
 */
export function outline(html: string, labels: { table: string }, ofFootnotes: readonly string[] = []): Outline {
  const toc: TocItem[] = [];
  const ids = new Set<string>();
  const reserved = new Set(ofFootnotes.map(anchorId));
  const suffixes = new Map<string, number>();
  const tableOpen = `<div class="table-scroll" tabindex="0" role="region" aria-label="${escapeHtml(labels.table)}">`;
  const output: string[] = [];
  let heading: { tag: string; at: number; id: string | undefined; attributes: string } | undefined;
  let tables = 0;
  let verbatim = 0;
  let end = 0;

  for (const match of html.matchAll(TAG)) {
    const [whole, slash = '', tag = '', attributes = ''] = match;
    const text = html.slice(end, match.index);
    output.push(verbatim > 0 ? text : markTemplateTags(text));
    end = match.index + whole.length;
    const closing = slash === '/';
    if (VERBATIM.has(tag)) verbatim += closing ? -1 : 1;

    if (HEADING.test(tag) && !closing && !heading) {
      heading = { tag, at: output.length, id: ID.exec(attributes)?.[1], attributes: attributes.replace(ID, '') };
      output.push('');
    } else if (closing && heading?.tag === tag) {
      const text = plainText(output.slice(heading.at + 1).join('')).replace(/\s+/g, ' ');
      const id = unique(heading.id ?? anchorId(slug(text) || 'section'), [ids, reserved], suffixes);
      ids.add(id);
      output[heading.at] = `<${tag} id="${id}"${heading.attributes}>`;
      const level = Number(tag[1]);
      if (level >= 2 && level <= 4 && text !== '' && toc.length < MAX_TOC) toc.push({ id: decodeId(id), level, text });
      heading = undefined;
      output.push(whole);
    } else if (tag === 'table') {
      tables += closing ? -1 : 1;
      if (closing) output.push(whole, tables === 0 ? '</div>' : '');
      else output.push(tables === 1 ? tableOpen : '', claimId(whole, ids, reserved));
    } else if (tag === 'pre' && !closing) {
      output.push(claimId(whole, ids, reserved).replace('<pre', '<pre tabindex="0"'));
    } else {
      output.push(closing ? whole : claimId(whole, ids, reserved));
    }
  }
  const rest = html.slice(end);
  output.push(verbatim > 0 ? rest : markTemplateTags(rest));
  return { html: output.join(''), toc };
}

/** @param suffixes last suffix tried for an id, so that a thousand equal headings take linear time */
function unique(id: string, usedIds: readonly ReadonlySet<string>[], suffixes: Map<string, number>): string {
  let candidate = id;
  let suffix = suffixes.get(id) ?? 0;
  while (usedIds.some((ids) => ids.has(candidate))) candidate = `${id}-${++suffix}`;
  suffixes.set(id, suffix);
  return candidate;
}

const FOOTNOTE = /^<li |^<a .*role="doc-noteref"/;

/** The first element with an id keeps it; on later ones it would be invalid and unreachable. */
function claimId(tag: string, ids: Set<string>, reserved: ReadonlySet<string>): string {
  const id = ID.exec(tag)?.[1];
  if (id === undefined) return tag;
  if (ids.has(id) || (reserved.has(id) && !FOOTNOTE.test(tag))) return tag.replace(ID, '');
  ids.add(id);
  return tag;
}

function decodeId(id: string): string {
  return id.includes('&') ? plainText(id) : id;
}
