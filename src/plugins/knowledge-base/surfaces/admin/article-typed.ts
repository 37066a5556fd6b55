import type { AdminRequest } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import { trimSlashes } from '../../../../utilities.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Article } from '../../domain/articles/article.js';
import { numberIn } from './autocomplete/completed.js';

type Parts = Pick<KnowledgeBase, 'access' | 'articles' | 'db' | 'links'>;

/**
 * Resolves typed text to an article id: an id, a completed title, a URL, a slug or a title.
 * @param refusal creates the error for no match, an unreadable article or an ambiguous title
 */
export async function articleTyped(
  kb: Parts,
  request: AdminRequest,
  { typed, locale }: { readonly typed: string; readonly locale: string },
  refusal: (isAmbiguous: boolean) => HostError,
): Promise<number> {
  const id = numberIn(typed);
  const article = id === null ? await articleAt(kb, typed, locale) : await kb.articles.get(id);
  if (id === null && !article) return titled(kb, request, { typed, locale }, refusal);
  try {
    return (await kb.access.readable(article, typed, request)).id;
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    throw refusal(false);
  }
}

/** Finds articles with this title that the current user may read. */
async function titled(
  { access, articles, db }: Parts,
  request: AdminRequest,
  { typed, locale }: { readonly typed: string; readonly locale: string },
  refusal: (isAmbiguous: boolean) => HostError,
): Promise<number> {
  const rows = await db.query
    .selectFrom('posts')
    .innerJoin('kb_articles', 'kb_articles.id', 'posts.id')
    .select('posts.id')
    .where('posts.title', '=', typed.trim())
    .where('posts.status', '!=', 'trash')
    .where('kb_articles.locale', '=', locale)
    .limit(20)
    .execute();
  const found = await articles.getMany(rows.map(({ id }) => id));
  const readable = await Promise.all(found.map((article) => access.accessTo(article, request)));
  const [only, another] = found.filter((_, index) => readable[index]?.allowed);
  if (!only || another) throw refusal(another !== undefined);
  return only.id;
}

async function articleAt(
  { articles, db, links }: Pick<Parts, 'articles' | 'db' | 'links'>,
  typed: string,
  locale: string,
): Promise<Article | null> {
  const base = [links.url(locale, ''), links.href(locale, ''), ''].find((each) => typed.startsWith(each)) ?? '';
  const path = trimSlashes(decoded(typed.slice(base.length)));
  if (path.includes('/')) return articles.byPath(locale, path);
  const rows = await db.query
    .selectFrom('kb_articles')
    .select('id')
    .where('locale', '=', locale)
    .where('slug', '=', path.normalize('NFC'))
    .limit(2)
    .execute();
  // A slug may exist once per category. Only the URL tells them apart then.
  const [only] = rows.length === 1 ? rows : [];
  return only ? articles.get(only.id) : null;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
