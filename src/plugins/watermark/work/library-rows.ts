import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../database.js';
import type { Cache } from '../../../services.js';
import type { RunWork } from './run-work.js';

/** Start of a batch in the library. */
export interface BatchStart {
  /** Number of images to skip. */
  readonly offset: number;
  /** Id of the last processed image; takes precedence over `offset`. */
  readonly afterId?: number | undefined;
  /** Maximum number of images. */
  readonly limit: number;
}

/** Images of a batch. */
export interface BatchRows {
  /** Ids in order, before filters. */
  readonly ids: readonly number[];
  /** Whether no images follow. */
  readonly isLast: boolean;
  /** Id shared by all calls of one pass through the library. */
  readonly runId: string;
}

/** Images of the media library in id order, so later uploads come last. */
export interface LibraryRows {
  /** Counts all images, whatever their type. */
  total(): Promise<number>;
  after(id: number, count: number): Promise<number[]>;
  /**
   * Returns the images of a batch. A caller who continues at the end of their last call gets the images after its
   * last one, even if others were deleted in between, and without the cost of an offset.
   */
  take(userId: number, work: RunWork, start: BatchStart): Promise<BatchRows>;
  /** Stores the position of a caller. */
  mark(userId: number, work: RunWork, bookmark: Bookmark): Promise<void>;
}

export interface Bookmark {
  readonly nextOffset: number;
  readonly lastId: number;
  readonly runId: string;
}

/** Milliseconds the total is cached unless invalidated. */
const TOTAL_LIFE = 30_000;
export const TOTAL_TAG = 'library';

/** Milliseconds the milestones are cached. Uploads do not change them. */
const MILESTONES_LIFE = 60 * 60 * 1000;
/** Cache tag to invalidate when an image is deleted, which shifts the later ones. */
export const MILESTONES_TAG = 'library-milestones';
/** Number of images between milestones. */
const STRIDE = 250;

export function createLibraryRows(parts: { readonly db: Database; readonly cache: Cache }): LibraryRows {
  const { db, cache } = parts;
  // No index covers both this order and this condition. `like` keeps the planner on the primary key.
  const images = () => db.query.selectFrom('attachments').where('mime_type', 'like', 'image/%');
  // A range is answered by the type index, which has a tenth of the table's size.
  const imagesByType = () =>
    db.query.selectFrom('attachments').where('mime_type', '>=', 'image/').where('mime_type', '<', 'image0');

  async function after(id: number, count: number): Promise<number[]> {
    const rows = await images().select('id').where('id', '>', id).orderBy('id').limit(count).execute();
    return rows.map((row) => row.id);
  }

  /** Returns the id of every 250th image. */
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

  /** Starts at the last milestone before the offset, because databases count skipped rows one by one. */
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
      // One extra row shows whether more follow.
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
