import type { Database } from '../../../../../database.js';
import { visibleTo } from '../../../domain/access/visible-articles.js';
import { countedIn } from '../../../domain/articles/read-articles.js';
import type { WorkScope } from './scope.js';

/**
 * Thresholds for a badly rated article.
 * Either enough ratings averaging below three stars, or enough answers with a majority of no.
 */
const BAD = { ratings: 3, stars: 3, answers: 5 } as const;

/** Builds the query for badly rated published articles within a worker's scope. */
export function badlyRatedIn(db: Database, { visibility, author }: Pick<WorkScope, 'visibility' | 'author'>) {
  let query = countedIn(db)
    .where('posts.status', '=', 'publish')
    .where(({ eb, or, and, ref, val }) =>
      or([
        and([
          eb('kb_article_figures.rating_count', '>=', BAD.ratings),
          eb('kb_article_figures.rating_sum', '<', eb(ref('kb_article_figures.rating_count'), '*', val(BAD.stars))),
        ]),
        and([
          eb(
            eb(ref('kb_article_figures.helpful_yes'), '+', ref('kb_article_figures.helpful_no')),
            '>=',
            val(BAD.answers),
          ),
          eb('kb_article_figures.helpful_no', '>', ref('kb_article_figures.helpful_yes')),
        ]),
      ]),
    );
  if (visibility.closed) query = query.where(visibleTo(visibility.closed));
  if (author !== undefined) query = query.where('posts.author_id', '=', author);
  return query;
}
