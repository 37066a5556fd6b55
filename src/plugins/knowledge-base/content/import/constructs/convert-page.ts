import { readFields } from '../fields.js';
import type { FrontMatter } from '../front-matter.js';
import { combineRewrites, type Insertion, type Rewrite, rewriteLinks } from '../links/rewrite-links.js';
import type { ImportProfile } from '../profiles/profile.js';
import { convertBlocks } from './blocks.js';
import type { Conversion } from './conversion.js';
import { convertHeadingIds } from './heading-ids.js';
import { removeComments } from './hidden-comments.js';
import { convertLiquid } from './liquid.js';
import { listConstructs } from './list-constructs.js';
import { convertComponents, removeStatements } from './mdx.js';
import { isSameTitle, titleHeading } from './title-heading.js';

/** Text of a page as this site stores it. */
export interface ConvertedPage extends FrontMatter {
  /** Rewrites that restore the text of the file from `body`. */
  readonly conversions: readonly Rewrite[];
  /** Plain text of the heading that is the title; null if there is none, or another title in the front matter. */
  readonly headingTitle: string | null;
  /** Id that the heading would have; empty for none. */
  readonly titleAnchor: string;
  /** Constructs that are not understood or were removed. */
  readonly constructs: readonly string[];
}

/** Text that the import does not change. */
export function plainPage(matter: FrontMatter): ConvertedPage {
  return { ...matter, conversions: [], headingTitle: null, titleAnchor: '', constructs: [] };
}

/**
 * Converts the constructs of generators that Markdown can express, removes hidden ones, takes the title heading out
 * of the text, and lists what remains. Every change can be undone, so that an export restores the file. Texts in
 * another format than Markdown, which only our exports contain, stay as they are.
 */
export async function convertPage(
  matter: FrontMatter,
  key: string,
  profile: ImportProfile['name'],
): Promise<ConvertedPage> {
  const fields = readFields(matter.data);
  if (['html', 'blocks'].includes(fields.text(['format']))) return plainPage(matter);
  const isMdx = key.toLowerCase().endsWith('.mdx') || profile === 'docusaurus';
  const stages = [
    removeComments,
    ...(isMdx ? [removeStatements, convertComponents] : []),
    convertLiquid,
    convertBlocks,
    convertHeadingIds,
  ];
  let page: { readonly body: string; readonly conversions: readonly Rewrite[] } = {
    body: matter.body,
    conversions: [],
  };
  const constructs: string[] = [];
  for (const convert of stages) {
    const done: Conversion = convert(page.body);
    page = edited(page, done.edits);
    constructs.push(...done.constructs);
  }
  const title = fields.text(['title']);
  const heading = fields.flag(['keep_title_heading']) === true ? null : await titleHeading(page.body);
  const isTitle = heading !== null && (title === '' || isSameTitle(title, heading.title));
  if (isTitle) page = edited(page, [{ offset: heading.offset, length: heading.length, text: '' }]);
  return {
    ...matter,
    ...page,
    headingTitle: isTitle ? heading.title : null,
    titleAnchor: isTitle ? heading.anchor : '',
    constructs: [...new Set([...constructs, ...listConstructs(page.body, isMdx)])],
  };
}

function edited(
  { body, conversions }: { readonly body: string; readonly conversions: readonly Rewrite[] },
  edits: readonly Insertion[],
): { readonly body: string; readonly conversions: readonly Rewrite[] } {
  if (edits.length === 0) return { body, conversions };
  const rewritten = rewriteLinks(body, [], edits);
  return { body: rewritten.text, conversions: combineRewrites(conversions, rewritten) };
}
