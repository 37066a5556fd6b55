import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Cache, Database } from '../../../index.js';
import type { RunWork } from './run-work.js';

/** Where in the library a call begins. */
export interface BatchStart {
  /** Pictures before it. */
  readonly offset: number;
  /** The id that the last one had; it stands above `offset`. */
  readonly afterId?: number | undefined;
  /** Pictures at most. */
  readonly limit: number;
}

/** The pictures of one call. */
export interface BatchRows {
  /** In their order, before anybody has left any out. */
  readonly ids: readonly number[];
  /** Whether none come after them. */
  readonly isLast: boolean;
  /** Names the whole of which the call is a part. */
  readonly runId: string;
}

/** The pictures of the media library, in the order of their ids: what comes in later comes last. */
export interface LibraryRows {
  /** All images, whatever their type. */
  total(): Promise<number>;
  after(id: number, count: number): Promise<number[]>;
  /**
   * The rows of a call. Who goes on where their last call ended gets what comes after its last picture, however many were
   * deleted meanwhile, and however far into the library that is.
   */
  take(userId: number, work: RunWork, start: BatchStart): Promise<BatchRows>;
  /** Notes how far a caller has come. */
  mark(userId: number, work: RunWork, bookmark: Bookmark): Promise<void>;
}

export interface Bookmark {
  readonly nextOffset: number;
  readonly lastId: number;
  readonly runId: string;
}

/** Milliseconds for which a total is believed that nobody has contradicted. */
const TOTAL_LIFE = 30_000;
export const TOTAL_TAG = 'library';

/** The same for milestones, which what comes in leaves as they are. */
const MILESTONES_LIFE = 60 * 60 * 1000;
/** To be invalidated when a picture has gone: those after it have other places then. */
export const MILESTONES_TAG = 'library-milestones';
/** Pictures from one milestone to the next. */
const STRIDE = 250;

export function createLibraryRows(parts: { readonly db: Database; readonly cache: Cache }): LibraryRows {
  const { db, cache } = parts;
  // No index knows this order and this condition at once. Said so, the condition is checked along the primary key.
  const images = () => db.query.selectFrom('attachments').where('mime_type', 'like', 'image/%');
  // Said so, it is answered by the index of types alone, which is a tenth of the table.
  const imagesByType = () =>
    db.query.selectFrom('attachments').where('mime_type', '>=', 'image/').where('mime_type', '<', 'image0');

  async function after(id: number, count: number): Promise<number[]> {
    const rows = await images().select('id').where('id', '>', id).orderBy('id').limit(count).execute();
    return rows.map((row) => row.id);
  }

  /** The ids of each picture of which the place, counted from one, is a multiple of the stride. */
  function milestones(): Promise<readonly number[]> {
    return cache.remember('milestones', { ttl: MILESTONES_LIFE, tags: [MILESTONES_TAG] }, async () => {
      const place = sql<number>`row_number() over (order by id)`;
      const rows = await db.query
        .selectFrom(
          imagesByType()
            .select(['id', place.as('place')])
            .as('placed'),
        )
        .select('id')
        .where(sql<number>`place % ${STRIDE}`, '=', 0)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.id);
    });
  }

  /** A database counts off what is to be skipped row by row, so it begins at the last milestone before. */
  async function skipping(offset: number, count: number): Promise<number[]> {
    const passed = offset < STRIDE ? [] : (await milestones()).slice(0, Math.floor(offset / STRIDE));
    const rows = await images()
      .select('id')
      .where('id', '>', passed.at(-1) ?? 0)
      .orderBy('id')
      .offset(offset - passed.length * STRIDE)
      .limit(count)
      .execute();
    return rows.map((row) => row.id);
  }

  async function bookmarkOf(userId: number, work: RunWork): Promise<Bookmark | null> {
    const row = await db.query
      .selectFrom('watermark_bookmarks')
      .selectAll()
      .where((where) => where.and({ user_id: userId, work }))
      .executeTakeFirst();
    return row ? { nextOffset: row.next_offset, lastId: row.last_id, runId: row.run_id } : null;
  }

  return {
    after,
    total: () =>
      cache.remember('total', { ttl: TOTAL_LIFE, tags: [TOTAL_TAG] }, async () => {
        const row = await imagesByType()
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        return Number(row.count);
      }),
    async take(userId, work, { offset, afterId, limit }) {
      const bookmark = offset === 0 && afterId === undefined ? null : await bookmarkOf(userId, work);
      const cursor = afterId ?? (offset === 0 ? 0 : bookmark?.nextOffset === offset ? bookmark.lastId : null);
      // One more than asked for tells whether there are any left.
      const found = await (cursor === null ? skipping(offset, limit + 1) : after(cursor, limit + 1));
      const ids = found.slice(0, limit);
      return { ids, isLast: found.length <= limit, runId: bookmark?.runId ?? randomUUID() };
    },
    async mark(userId, work, { nextOffset, lastId, runId }) {
      const columns = { next_offset: nextOffset, last_id: lastId, run_id: runId };
      await db.upsert('watermark_bookmarks', { user_id: userId, work, ...columns }, ['user_id', 'work'], columns);
    },
  };
}
