import { cutHtml } from '../../../../blocks.js';
import type { OwnedHooks } from '../../../../hooks.js';
import { escapeHtml, type SafeHtml, safeHtml } from '../../../../pages.js';
import type { Article } from '../articles/article.js';
import { type ArticleContent, openingOf } from '../rendering/article-content.js';
import type { RenderedContent } from '../rendering/rendering.js';
import { withoutShortcodes } from '../shortcodes.js';
import type { EffectiveAccess } from './effective.js';
import type { Teaser } from './rule.js';

/** Teasers cut from the rendered text. */
type CutTeaser = Exclude<Teaser, 'none' | 'excerpt'>;

/**
 * Returns the teaser of an article for a viewer who may not read it; null if there is none, or the viewer may read
 * it.
 */
export type Teasers = (
  article: Article,
  access: EffectiveAccess,
  options?: { readonly words?: number },
) => Promise<SafeHtml | null>;

/** @param content source of the texts: stored articles or drafts */
export function createTeasers({
  content,
  hooks,
}: {
  content: Pick<ArticleContent, 'load' | 'of'>;
  hooks: OwnedHooks;
}): Teasers {
  /** Teasers by the rendered text they were cut from, so that both are garbage-collected together. */
  const cuts = new WeakMap<RenderedContent, Map<string, Promise<SafeHtml>>>();

  function teaserOf(rendered: RenderedContent, teaser: CutTeaser, words: number): Promise<SafeHtml> {
    const cached = cuts.get(rendered) ?? new Map<string, Promise<SafeHtml>>();
    cuts.set(rendered, cached);
    const key = teaser === 'words' ? `words ${words}` : teaser;
    const cut = cached.get(key) ?? cutTeaser(rendered, teaser, words);
    cached.set(key, cut);
    cut.catch(() => cached.delete(key));
    return cut;
  }

  /** Returns the author's excerpt, or the opening of the first section. */
  async function excerptFor(article: Article): Promise<string> {
    if (article.excerpt !== '') return withoutShortcodes(article.excerpt);
    const html = String(await teaserOf(await content.of(article), 'first_section', 0));
    return openingOf(html);
  }

  return async (article, { allowed, listed, teaser, teaserWords }, { words = teaserWords } = {}) => {
    if (allowed || !listed || teaser === 'none') return null;
    if (teaser !== 'excerpt' || article.excerpt === '') await content.load([article]);
    const html =
      teaser === 'excerpt'
        ? safeHtml(`<p>${escapeHtml(await excerptFor(article))}</p>`)
        : await teaserOf(await content.of(article), teaser, words);
    return hooks.applyFiltersAsync('vendor_kb_teaser', html, article, { teaser });
  };
}

/**
 * Cuts a teaser from the rendered text: at most half of it, so that no teaser reveals the whole article.
 * @param words maximum number of words of a `words` teaser
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
