import { type SqlBool, sql } from 'kysely';
import type { Database } from '../database/database.js';
import { type Term, toTerm } from './terms.js';

/** Conditions on a list of terms. All of them apply before counting. */
export interface TermFilter {
  readonly taxonomy: string;
  /** Names of the public types whose published posts are counted. */
  readonly countedTypes: readonly string[];
  /** Words that must all occur in the name. */
  readonly search?: string | undefined;
  readonly include?: readonly number[] | undefined;
  readonly exclude?: readonly number[] | undefined;
  readonly slugs?: readonly string[] | undefined;
  readonly parent?: number | undefined;
  /** Terms of this post. */
  readonly post?: number | undefined;
  readonly locale?: string | undefined;
  /** Only terms with published posts. */
  readonly hideEmpty?: boolean | undefined;
}

export const TERM_ORDERS = ['name', 'id', 'slug', 'count', 'include', 'menu_order'] as const;

export interface TermOrder {
  readonly by: (typeof TERM_ORDERS)[number];
  readonly direction: 'asc' | 'desc';
}

/** A term with the number of its published posts. */
export interface CountedTerm extends Term {
  readonly count: number;
}

/** An id that matches nothing. */
const NONE = -1;

const COUNT = sql<number>`coalesce(${sql.ref('counts.posts')}, 0)`;

/** Returns one page of the matching terms, and their total number. */
export async function findTerms(
  db: Database,
  filter: TermFilter,
  order: TermOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly terms: CountedTerm[]; readonly total: number }> {
  const matching = filtered(db, filter);
  const count = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
  const rows = await matching
    .selectAll('terms')
    .select(COUNT.as('count'))
    .orderBy(orderExpression(filter, order), order.direction)
    .orderBy('terms.id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    terms: rows.map((row) => ({ ...toTerm(row), count: Number(row.count) })),
    total: Number(count?.total ?? 0),
  };
}

function filtered(db: Database, filter: TermFilter) {
  const { include, exclude, slugs, parent, post, locale, hideEmpty } = filter;
  let query = db.query
    .selectFrom('terms')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('post_terms')
          .innerJoin('posts', 'posts.id', 'post_terms.post_id')
          .select(['post_terms.term_id', (each) => each.fn.countAll<number>().as('posts')])
          .where('posts.status', '=', 'publish')
          .where('posts.type', 'in', [...filter.countedTypes, ''])
          .groupBy('post_terms.term_id')
          .as('counts'),
      (join) => join.onRef('counts.term_id', '=', 'terms.id'),
    )
    .where('terms.taxonomy', '=', filter.taxonomy);
  if (include) query = query.where('terms.id', 'in', [...include, NONE]);
  if (exclude) query = query.where('terms.id', 'not in', [...exclude, NONE]);
  if (slugs) query = query.where('terms.slug', 'in', [...slugs, '']);
  if (parent !== undefined) query = query.where('terms.parent_id', '=', parent);
  if (locale !== undefined) query = query.where('terms.locale', '=', locale.toLowerCase());
  if (hideEmpty) query = query.where(COUNT, '>', 0);
  if (post !== undefined) {
    query = query.where('terms.id', 'in', (eb) =>
      eb.selectFrom('post_terms').select('term_id').where('post_id', '=', post),
    );
  }
  for (const word of filter.search?.split(/\s+/).filter((text) => text !== '') ?? []) {
    query = query.where(sql<SqlBool>`instr(lower(${sql.ref('terms.name')}), ${word.toLowerCase()}) > 0`);
  }
  return query;
}

function orderExpression({ include = [], post }: TermFilter, { by }: TermOrder) {
  if (by === 'count') return COUNT;
  if (by === 'menu_order' && post !== undefined) {
    const termId = sql.ref('terms.id');
    return sql`(select position from ${sql.table('post_terms')} where post_id = ${post} and term_id = ${termId})`;
  }
  if (by === 'include' && include.length > 0) {
    const places = include.map((id, index) => sql`when ${id} then ${sql.lit(index)}`);
    return sql`case ${sql.ref('terms.id')} ${sql.join(places, sql` `)} else ${sql.lit(include.length)} end`;
  }
  return sql.ref(by === 'include' ? 'terms.name' : `terms.${by}`);
}
