import { cutHtml, plainText } from '../../../blocks.js';
import { escapeHtml, type OwnedHooks, type SafeHtml, safeHtml } from '../../../index.js';
import type { Article } from '../article.js';
import { type ArticleContent, openingOf } from '../article-content.js';
import type { RenderedContent } from '../rendering.js';
import type { EffectiveAccess } from './effective.js';
import type { Teaser } from './rule.js';

/** Teasers that are cut from the rendered text. */
type CutTeaser = Exclude<Teaser, 'none' | 'excerpt'>;

/** What a viewer who may not read an article is shown of it; null for nothing, and for those who may. */
export type Teasers = (
  article: Article,
  access: EffectiveAccess,
  options?: { readonly words?: number },
) => Promise<SafeHtml | null>;

/** @param content where texts are found: those that are kept, or drafts */
export function createTeasers({
  content,
  hooks,
}: {
  content: Pick<ArticleContent, 'load' | 'of'>;
  hooks: OwnedHooks;
}): Teasers {
  /** Teasers by the rendered text they were cut from, so that they are dropped together with it. */
  const cuts = new WeakMap<RenderedContent, Map<string, Promise<SafeHtml>>>();

  function teaserOf(rendered: RenderedContent, teaser: CutTeaser, words: number): Promise<SafeHtml> {
    const known = cuts.get(rendered) ?? new Map<string, Promise<SafeHtml>>();
    cuts.set(rendered, known);
    const key = teaser === 'words' ? `words ${words}` : teaser;
    const cut = known.get(key) ?? cutTeaser(rendered, teaser, words);
    known.set(key, cut);
    cut.catch(() => known.delete(key));
    return cut;
  }

  /** The author's excerpt, or else the opening of the first section's teaser. */
  async function excerptFor(article: Article): Promise<string> {
    if (article.excerpt !== '') return article.excerpt;
    const html = String(await teaserOf(await content.of(article), 'first_section', 0));
    return openingOf({ html, text: plainText(html) });
  }

  return async (article, { allowed, listed, teaser, teaserWords }, { words = teaserWords } = {}) => {
    if (allowed || !listed || teaser === 'none') return null;
    if (teaser !== 'excerpt' || article.excerpt === '') await content.load([article]);
    const shown =
      teaser === 'excerpt'
        ? safeHtml(`<p>${escapeHtml(await excerptFor(article))}</p>`)
        : await teaserOf(await content.of(article), teaser, words);
    return hooks.applyFiltersAsync('vendor_kb_teaser', shown, article, { teaser });
  };
}

/**
 * Cuts the public beginning of an article: at most half of its text, so that no teaser is the article itself.
 * @param words most words of a teaser of type `words`
 */
export async function cutTeaser(
  { html, wordCount }: Pick<RenderedContent, 'html' | 'wordCount'>,
  teaser: CutTeaser,
  words: number,
): Promise<SafeHtml> {
  const most = Math.floor(wordCount / 2);
  const firstSection = teaser === 'first_section';
  return safeHtml(await cutHtml(html, { words: firstSection ? most : Math.min(words, most), firstSection }));
}
