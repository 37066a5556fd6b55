import type { Database } from '../../index.js';
import type { Visibility } from './access/visibility.js';
import { visibleTo } from './access/visible-articles.js';
import { tagKey } from './article-edit.js';
import type { SearchQuery } from './search/engine.js';

/** The id of no category. */
const NOWHERE = 0;

/** What a viewer may see of the published articles of a locale, as far as the filters let it pass. */
export function candidateQuery(
  db: Database,
  { locale, category, tag }: Pick<SearchQuery, 'locale' | 'category' | 'tag'>,
  { closed }: Pick<Visibility, 'closed'>,
) {
  let matching = db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .where('posts.status', '=', 'publish')
    .where('kb_articles.locale', '=', locale);
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
