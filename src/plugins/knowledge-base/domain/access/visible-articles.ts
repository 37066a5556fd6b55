import type { Expression, ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Database } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import type { ClosedSets } from './closed-sets.js';

type ArticleTables = 'posts' | 'kb_articles';
type Builder = ExpressionBuilder<Tables, ArticleTables>;

/** Expresses the closed sets as a condition on `posts` joined with `kb_articles`, equivalent to `isOutside`. */
export function visibleTo({ policy, categories, openRules, author, opened, denied }: ClosedSets) {
  return (eb: Builder): ExpressionWrapper<Tables, ArticleTables, SqlBool> => {
    const inherits = eb('kb_articles.rule_id', 'is', null);
    const ways: Expression<SqlBool>[] = [
      categories.size === 0 ? inherits : eb.and([inherits, categoriesLetIn(eb, policy, [...categories])]),
    ];
    if (openRules.size > 0) ways.push(eb('kb_articles.rule_id', 'in', [...openRules]));
    if (author !== null) ways.push(eb('posts.author_id', '=', author));
    if (opened.size > 0) ways.push(eb('posts.id', 'in', [...opened]));
    const some = eb.or(ways);
    return denied.size === 0 ? some : eb.and([some, eb('posts.id', 'not in', [...denied])]);
  };
}

/** Selects the ids of visible articles, for queries on other tables. */
export function visibleIds(db: Database, closed: ClosedSets) {
  return db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select('kb_articles.id')
    .where(visibleTo(closed));
}

function categoriesLetIn(eb: Builder, policy: ClosedSets['policy'], closed: readonly number[]): Expression<SqlBool> {
  const placed = eb.selectFrom('post_terms').select('post_terms.post_id').whereRef('post_id', '=', 'posts.id');
  switch (policy) {
    case 'primary':
      return eb('kb_articles.category_id', 'not in', closed);
    case 'all':
      return eb.not(eb.exists(placed.where('term_id', 'in', closed)));
    case 'any':
      return eb.or([eb('kb_articles.category_id', '=', 0), eb.exists(placed.where('term_id', 'not in', closed))]);
  }
}
