import { type Database, utc } from '../../../../database.js';
import type { Visibility } from '../access/visibility.js';
import { visibleTo } from '../access/visible-articles.js';
import { tagKey } from '../articles/article-edit.js';
import type { SearchQuery } from './engine.js';
import type { Filters } from './facets.js';

/** An id that no category has. */
const NOWHERE = 0;

/** Builds the query for published articles of a locale that a viewer may read and the filters allow. */
export function candidateQuery(
  db: Database,
  { locale, category, tag, from, to }: Pick<SearchQuery, 'locale'> & Filters,
  { closed }: Pick<Visibility, 'closed'>,
) {
  let matching = db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .where('posts.status', '=', 'publish')
    .where('kb_articles.locale', '=', locale);
  if (from) matching = matching.where('posts.modified_at', '>=', utc.encode(from));
  if (to) matching = matching.where('posts.modified_at', '<', utc.encode(to));
  if (closed) matching = matching.where(visibleTo(closed));
  if (category) {
    const inside = db.query
      .selectFrom('post_terms')
      .select('post_id')
      .where('term_id', 'in', [...category, NOWHERE]);
    matching = matching.where('kb_articles.id', 'in', inside);
  }
  if (tag !== undefined) {
    const tagged = db.query.selectFrom('kb_article_tags').select('article_id').where('tag', '=', tagKey(tag));
    matching = matching.where('kb_articles.id', 'in', tagged);
  }
  return matching;
}
