import { plainText } from '../../../blocks.js';
import type { OwnedHooks, SafeHtml } from '../../../index.js';
import type { Article } from '../article.js';
import { type ArticleContent, openingOf } from '../article-content.js';
import type { EffectiveAccess } from './effective.js';
import { cutTeaser, excerptTeaser } from './teaser.js';

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
  return async (article, { allowed, listed, teaser, teaserWords }, { words = teaserWords } = {}) => {
    if (allowed || !listed || teaser === 'none') return null;
    if (teaser !== 'excerpt' || article.excerpt === '') await content.load([article]);
    const shown =
      teaser === 'excerpt'
        ? excerptTeaser(excerptFor(article, content))
        : cutTeaser(content.of(article), teaser, words);
    return hooks.applyFiltersAsync('vendor_kb_teaser', shown, article, { teaser });
  };
}

/** What somebody wrote to be shown; where nobody did, the opening of what the first section may show. */
function excerptFor(article: Article, content: Pick<ArticleContent, 'of'>): string {
  if (article.excerpt !== '') return article.excerpt;
  const html = String(cutTeaser(content.of(article), 'first_section', 0));
  return openingOf({ html, text: plainText(html) });
}
