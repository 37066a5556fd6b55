import { type AdminRequest, formError, type Strings } from '../../../../../index.js';
import { isPublic } from '../../../article.js';
import type { KnowledgeBase } from '../../../knowledge-base.js';
import { articleTyped } from '../../article-typed.js';

type Parts = Pick<KnowledgeBase, 'access' | 'articles' | 'db' | 'links' | 'permalinks' | 'search'>;

/** Titles that a typed text is completed to. */
const MOST_COMPLETIONS = 10;

/** The published articles of a locale whose titles have the words of a text, as they are written into the field. */
export async function completionsOf({ search, access }: Parts, request: AdminRequest): Promise<string[]> {
  const { q, locale } = request.query;
  if (typeof q !== 'string' || typeof locale !== 'string' || q.trim() === '') return [];
  const viewer = access.viewerOf(request);
  const found = await search.suggest(q.trim(), { locale: locale.toLowerCase(), limit: MOST_COMPLETIONS, viewer });
  return found.map(({ id, text }) => `${id}: ${text}`);
}

/**
 * The id of the article that is meant by an id, by what its title was completed to, by its address or by its slug.
 * @param locale of the promotion
 * @throws HostError 422 `form_invalid` for none, and for one that this person may not read
 */
export async function articleMeant(
  kb: Parts,
  request: AdminRequest,
  { typed, locale }: { readonly typed: string; readonly locale: string },
  { text }: Strings,
): Promise<number> {
  return articleTyped(kb, request, { typed, locale }, () =>
    formError({ article: text('promotions.no-article', { typed }) }, text('error-invalid_promotion')),
  );
}

/** An article of a promotion, as editors see it. */
export interface PromotedArticle {
  readonly id: number;
  readonly name: string;
  /** Why nobody is shown it now; null where readers are. */
  readonly note: string | null;
  readonly link: string | null;
}

/** In the order of the ids; what is gone and what this person may not read is named by its number. */
export async function promotedArticles(
  { access, articles, permalinks }: Pick<Parts, 'access' | 'articles' | 'permalinks'>,
  ids: readonly number[],
  request: AdminRequest,
  { text }: Strings,
): Promise<PromotedArticle[]> {
  const byId = new Map((await articles.getMany([...ids])).map((article) => [article.id, article]));
  return Promise.all(
    ids.map(async (id) => {
      const article = byId.get(id);
      const unnamed = { id, name: text('promotions.number', { id: String(id) }), link: null };
      if (!article) return { ...unnamed, note: text('promotions.gone') };
      if (!(await access.accessTo(article, request)).allowed) return { ...unnamed, note: text('promotions.closed') };
      return isPublic(article)
        ? { id, name: article.title, note: null, link: permalinks.articleHref(article) }
        : { id, name: article.title, note: text('promotions.unpublished'), link: null };
    }),
  );
}
