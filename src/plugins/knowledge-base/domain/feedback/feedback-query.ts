import { contains, type Database, utc } from '../../../../database.js';
import type { ArticleIds } from '../access/readable-articles.js';
import { type FeedbackItem, type FeedbackType, toFeedbackItem } from './feedback-item.js';
import type { FeedbackStatus } from './feedback-states.js';

/** Filters of a feedback list. */
export interface FeedbackFilter {
  /** Only on these articles. */
  readonly articles?: ArticleIds | undefined;
  readonly statuses?: readonly FeedbackStatus[] | undefined;
  readonly types?: readonly FeedbackType[] | undefined;
  readonly article?: number | undefined;
  /** Id of a moderator; 0 for unassigned. */
  readonly assignedTo?: number | undefined;
  /** Written at or after this time. */
  readonly from?: Date | undefined;
  /** Written before this time. */
  readonly before?: Date | undefined;
  /** Words that the message or the author's name must contain, all of them. */
  readonly search?: string | undefined;
  readonly include?: readonly number[] | undefined;
  readonly exclude?: readonly number[] | undefined;
}

export interface FeedbackPage {
  readonly items: FeedbackItem[];
  /** Number of items on all pages. */
  readonly total: number;
}

/** Finds one page of the items that pass the filter, and their total number. */
export async function findFeedback(
  db: Database,
  filter: FeedbackFilter,
  { direction, limit, offset }: { direction: 'asc' | 'desc'; limit: number; offset: number },
): Promise<FeedbackPage> {
  const [rows, count] = await Promise.all([
    filtered(db, filter)
      .selectAll()
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    countFeedback(db, filter),
  ]);
  return { items: rows.map(toFeedbackItem), total: count };
}

/** Counts the items that pass the filter. */
export async function countFeedback(db: Database, filter: FeedbackFilter): Promise<number> {
  const row = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

function filtered(db: Database, filter: FeedbackFilter) {
  const { articles, statuses, types, article, assignedTo, from, before, search, include, exclude } = filter;
  let query = db.query.selectFrom('kb_feedback');
  if (statuses) query = query.where('status', 'in', [...statuses]);
  if (types) query = query.where('type', 'in', [...types]);
  if (articles) query = query.where('article_id', 'in', articles);
  if (article !== undefined) query = query.where('article_id', '=', article);
  if (assignedTo === 0) query = query.where('assigned_to', 'is', null);
  else if (assignedTo !== undefined) query = query.where('assigned_to', '=', assignedTo);
  if (from) query = query.where('created_at', '>=', utc.encode(from));
  if (before) query = query.where('created_at', '<', utc.encode(before));
  if (include) query = query.where('id', 'in', [...include, 0]);
  if (exclude && exclude.length > 0) query = query.where('id', 'not in', [...exclude]);
  for (const word of search?.split(/\s+/).filter((text) => text !== '') ?? []) {
    query = query.where((eb) =>
      eb.or([
        contains(eb.fn('lower', ['message']), word.toLowerCase()),
        contains(eb.fn('lower', ['author_name']), word.toLowerCase()),
      ]),
    );
  }
  return query;
}
