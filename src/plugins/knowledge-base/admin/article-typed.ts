import type { Article } from '../article.js';
import type { KnowledgeBase } from '../knowledge-base.js';

type Parts = Pick<KnowledgeBase, 'articles' | 'db' | 'links'>;

/** What a title is completed to: the id says which article is meant. */
const COMPLETED = /^#?([1-9]\d{0,14})(?:: .*)?$/su;

/** The article that is meant by an id, by what its title was completed to, by its address or by its slug; null for none. */
export async function articleTyped(kb: Parts, typed: string, locale: string): Promise<Article | null> {
  const [, id] = COMPLETED.exec(typed) ?? [];
  return id === undefined ? articleAt(kb, typed, locale) : kb.articles.get(Number(id));
}

async function articleAt({ articles, db, links }: Parts, typed: string, locale: string): Promise<Article | null> {
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
