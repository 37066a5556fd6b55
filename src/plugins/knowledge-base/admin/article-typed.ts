import { type AdminRequest, HostError } from '../../../index.js';
import type { Article } from '../article.js';
import type { KnowledgeBase } from '../knowledge-base.js';

type Parts = Pick<KnowledgeBase, 'access' | 'articles' | 'db' | 'links'>;

/** What a title is completed to: the id says which article is meant. */
const COMPLETED = /^#?([1-9]\d{0,14})(?:: .*)?$/su;

/**
 * The id of the article that is meant by an id, by what its title was completed to, by its address or by its slug.
 * @param refusal what is thrown for none, and for one that this person may not read
 */
export async function articleTyped(
  kb: Parts,
  request: AdminRequest,
  { typed, locale }: { readonly typed: string; readonly locale: string },
  refusal: () => HostError,
): Promise<number> {
  const [, id] = COMPLETED.exec(typed) ?? [];
  const article = id === undefined ? await articleAt(kb, typed, locale) : await kb.articles.get(Number(id));
  try {
    return (await kb.access.readable(article, typed, request)).id;
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    throw refusal();
  }
}

async function articleAt(
  { articles, db, links }: Pick<Parts, 'articles' | 'db' | 'links'>,
  typed: string,
  locale: string,
): Promise<Article | null> {
  const base = [links.url(locale, ''), links.href(locale, ''), ''].find((each) => typed.startsWith(each)) ?? '';
  const path = decoded(typed.slice(base.length)).replace(/^\/+|\/+$/g, '');
  if (path.includes('/')) return articles.byPath(locale, path);
  const rows = await db.query
    .selectFrom('kb_articles')
    .select('id')
    .where('locale', '=', locale)
    .where('slug', '=', path.normalize('NFC'))
    .limit(2)
    .execute();
  // A slug may be there once in each category: then the address has to say which is meant.
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
