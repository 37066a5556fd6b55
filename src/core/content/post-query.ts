import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { type Post, toPost } from './posts.js';
import { type Reaches, type Viewer, withinReach } from './visibility.js';

/** Conditions on a list of posts. All of them apply before counting. */
export interface PostFilter {
  readonly type: string;
  /** The requested statuses, with the posts of each that the viewer may read. */
  readonly reaches: Reaches;
  readonly viewer: Pick<Viewer, 'reader'>;
  /** Words that must all occur in the title, excerpt or content. */
  readonly search?: string | undefined;
  readonly authors?: readonly number[] | undefined;
  readonly notAuthors?: readonly number[] | undefined;
  readonly include?: readonly number[] | undefined;
  readonly exclude?: readonly number[] | undefined;
  readonly slugs?: readonly string[] | undefined;
  readonly parents?: readonly number[] | undefined;
  readonly notParents?: readonly number[] | undefined;
  readonly locale?: string | undefined;
  /** The post must have at least one term of each list. */
  readonly inTerms?: readonly (readonly number[])[] | undefined;
  /** The post must have none of these terms. */
  readonly notInTerms?: readonly number[] | undefined;
  readonly after?: Date | undefined;
  readonly before?: Date | undefined;
  readonly modifiedAfter?: Date | undefined;
  readonly modifiedBefore?: Date | undefined;
}

export const POST_ORDERS = [
  'date',
  'modified',
  'id',
  'title',
  'slug',
  'author',
  'menu_order',
  'include',
  'relevance',
] as const;

export interface PostOrder {
  readonly by: (typeof POST_ORDERS)[number];
  readonly direction: 'asc' | 'desc';
}

/** Publication date, or the creation date if there is none. */
const DATE = sql<string>`coalesce(${sql.ref('posts.published_at')}, ${sql.ref('posts.created_at')})`;

const COLUMNS = {
  modified: 'posts.modified_at',
  id: 'posts.id',
  title: 'posts.title',
  slug: 'posts.slug',
  author: 'posts.author_id',
  menu_order: 'posts.menu_order',
} as const;

/** Returns one page of the matching posts, and their total number. */
export async function findPosts(
  db: Database,
  filter: PostFilter,
  order: PostOrder,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly posts: Post[]; readonly total: number }> {
  const matching = filtered(db, filter);
  const count = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst();
  const rows = await matching
    .selectAll('posts')
    .orderBy(orderExpression(filter, order), order.direction)
    .orderBy('posts.id', order.direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { posts: rows.map(toPost), total: Number(count?.total ?? 0) };
}

function filtered(db: Database, filter: PostFilter) {
  const { include, exclude, authors, notAuthors, slugs, parents, notParents, locale, inTerms, notInTerms } = filter;
  const inAny = (ids: readonly number[]) =>
    db.query.selectFrom('post_terms').select('post_id').where('term_id', 'in', some(ids));
  let query = db.query
    .selectFrom('posts')
    .where('posts.type', '=', filter.type)
    .where(withinReach(filter.reaches, filter.viewer));
  if (include) query = query.where('posts.id', 'in', some(include));
  if (exclude) query = query.where('posts.id', 'not in', some(exclude));
  if (authors) query = query.where('posts.author_id', 'in', authors.length > 0 ? [...authors] : [NONE]);
  if (notAuthors) query = query.where('posts.author_id', 'not in', [...notAuthors, NONE]);
  if (slugs) query = query.where('posts.slug', 'in', slugs.length > 0 ? [...slugs] : ['']);
  if (parents) query = query.where('posts.parent_id', 'in', [...parents, NONE]);
  if (notParents) query = query.where('posts.parent_id', 'not in', [...notParents, NONE]);
  if (locale !== undefined) query = query.where('posts.locale', '=', locale.toLowerCase());
  for (const ids of inTerms ?? []) query = query.where('posts.id', 'in', inAny(ids));
  if (notInTerms && notInTerms.length > 0) query = query.where('posts.id', 'not in', inAny(notInTerms));
  if (filter.after) query = query.where(DATE, '>', utc.encode(filter.after));
  if (filter.before) query = query.where(DATE, '<', utc.encode(filter.before));
  if (filter.modifiedAfter) query = query.where('posts.modified_at', '>', utc.encode(filter.modifiedAfter));
  if (filter.modifiedBefore) query = query.where('posts.modified_at', '<', utc.encode(filter.modifiedBefore));
  for (const word of wordsOf(filter.search)) query = query.where(containsWord(word));
  return query;
}

/** An id that matches nothing. */
const NONE = -1;

function some(ids: readonly number[]): number[] {
  return [...ids, NONE];
}

function wordsOf(search = ''): string[] {
  return search.split(/\s+/).filter((word) => word !== '');
}

/** INSTR instead of LIKE: every database has it, and it treats no character as a wildcard. */
function containsWord(word: string) {
  return (eb: ExpressionBuilder<Tables, 'posts'>) =>
    eb.or((['posts.title', 'posts.excerpt', 'posts.content'] as const).map((column) => contains(column, word)));
}

function contains(column: 'posts.title' | 'posts.excerpt' | 'posts.content', word: string) {
  return sql<SqlBool>`instr(lower(${sql.ref(column)}), ${word.toLowerCase()}) > 0`;
}

function orderExpression({ include = [], search }: PostFilter, { by }: PostOrder) {
  if (by === 'include' && include.length > 0) {
    const places = include.map((id, index) => sql`when ${id} then ${sql.lit(index)}`);
    return sql`case ${sql.ref('posts.id')} ${sql.join(places, sql` `)} else ${sql.lit(include.length)} end`;
  }
  const terms = wordsOf(search);
  if (by === 'relevance' && terms.length > 0) {
    // Posts with all words in the title come first, then by date.
    const inTitle = sql.join(
      terms.map((word) => contains('posts.title', word)),
      sql` and `,
    );
    return sql`case when ${inTitle} then concat('1', ${DATE}) else concat('0', ${DATE}) end`;
  }
  return by in COLUMNS ? sql.ref(COLUMNS[by as keyof typeof COLUMNS]) : DATE;
}
