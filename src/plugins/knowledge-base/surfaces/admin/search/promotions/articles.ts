import { type AdminRequest, formError } from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { isPublic } from '../../../../domain/articles/article.js';
import { articleTyped } from '../../article-typed.js';

type Parts = Pick<KnowledgeBase, 'access' | 'articles' | 'db' | 'links' | 'permalinks' | 'search'>;

/** Maximum number of completions. */
const MAX_COMPLETIONS = 10;

/** Finds published articles of a locale whose titles contain the words, formatted for the field. */
export async function completionsOf({ search, access }: Parts, request: AdminRequest): Promise<string[]> {
  const { q, locale } = request.query;
  if (typeof q !== 'string' || typeof locale !== 'string' || q.trim() === '') return [];
  const viewer = access.viewerOf(request);
  const found = await search.suggest(q.trim(), { locale: locale.toLowerCase(), limit: MAX_COMPLETIONS, viewer });
  return found.map(({ id, text }) => `${id}: ${text}`);
}

/**
 * Resolves typed text to an article id: an id, a completed title, a URL or a slug.
 * @param locale locale of the promotion
 * @throws HostError 422 `form_invalid` if none matches or the current user may not read it
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

/** A promoted article as editors see it. */
export interface PromotedArticle {
  readonly id: number;
  readonly name: string;
  /** Reason why no reader sees it now. Null if readers do. */
  readonly note: string | null;
  readonly link: string | null;
}

/** Returns the articles in the order of the ids. Deleted and unreadable ones are named by id. */
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
