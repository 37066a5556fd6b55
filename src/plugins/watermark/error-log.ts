import { type Database, utc } from '../../database.js';
import type { OwnedHooks } from '../../hooks.js';
import { HostError } from '../../index.js';

/** Failure of an image. */
export interface ErrorEntry {
  /** 0 if it concerns no image. */
  readonly attachmentId: number;
  readonly code: string;
  readonly message: string;
}

export interface LoggedError extends ErrorEntry {
  readonly id: number;
  /** Run in which it happened; null for none. */
  readonly runId: number | null;
  readonly createdAt: Date;
}

export interface ErrorListOptions {
  readonly page?: number;
  /** Defaults to all entries. */
  readonly perPage?: number;
  /** Only entries of this run. */
  readonly runId?: number;
}

/** Log of image failures, limited to the newest ten thousand. */
export interface ErrorLog {
  /**
   * Records a failure. If that fails, it is written to the site's log.
   * @param runId run in which it happened; a run keeps only the first entry per image
   * @returns the entry that can be shown
   */
  record(attachmentId: number, error: unknown, runId?: number | null): Promise<ErrorEntry>;
  /** Returns entries, newest first. */
  list(options?: ErrorListOptions): Promise<{ readonly entries: readonly LoggedError[]; readonly total: number }>;
  /** Returns the images that failed in a run, in id order. */
  picturesOf(runId: number, after: number, count: number): Promise<number[]>;
  /** @returns the number of deleted entries */
  clear(attachmentId?: number): Promise<number>;
}

/** Maximum number of entries kept. */
const MAX_ENTRIES = 10_000;
/** Entries recorded between prunings, so that not every failure has to prune. */
const SLACK = 100;
const MAX_MESSAGE_LENGTH = 1000;

export function createErrorLog(parts: {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync'>;
  readonly log: { error(fields: object, message: string): void };
}): ErrorLog {
  const { db, hooks, log } = parts;
  let sincePruned = 0;

  async function prune(): Promise<void> {
    sincePruned += 1;
    if (sincePruned < SLACK) return;
    sincePruned = 0;
    const oldest = await db.query
      .selectFrom('watermark_errors')
      .select('id')
      .orderBy('id', 'desc')
      .offset(MAX_ENTRIES)
      .limit(1)
      .executeTakeFirst();
    if (oldest) await db.query.deleteFrom('watermark_errors').where('id', '<=', oldest.id).execute();
  }

  return {
    async record(attachmentId, error, runId = null) {
      const entry = entryOf(attachmentId, error);
      try {
        const filtered = await hooks.applyFiltersAsync('vendor_watermark_error', entry);
        if (filtered) {
          await db.insert('watermark_errors', {
            attachment_id: filtered.attachmentId,
            run_id: runId,
            error_code: filtered.code.slice(0, 100),
            error_message: shortened(filtered.message),
            created_at: utc.encode(new Date()),
          });
          await prune();
        }
      } catch (failure) {
        // Already recorded: a process crashed before it counted the image.
        if (runId !== null && db.isUniqueViolation(failure)) return entry;
        log.error({ err: failure, ...entry }, 'A failure could not be added to the watermark error log');
      }
      if (!(error instanceof HostError)) log.error({ err: error, attachment: attachmentId }, 'A picture failed');
      return entry;
    },
    async list({ page = 1, perPage, runId } = {}) {
      const every = db.query.selectFrom('watermark_errors');
      const all = runId === undefined ? every : every.where('run_id', '=', runId);
      const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      const query = all.selectAll().orderBy('id', 'desc');
      const rows = await (perPage === undefined ? query : query.limit(perPage).offset((page - 1) * perPage)).execute();
      const entries = rows.map((row) => ({
        id: row.id,
        attachmentId: row.attachment_id,
        runId: row.run_id,
        code: row.error_code,
        message: row.error_message,
        createdAt: utc.decode(row.created_at),
      }));
      return { entries, total: Number(count) };
    },
    async picturesOf(runId, after, count) {
      const rows = await db.query
        .selectFrom('watermark_errors')
        .select('attachment_id')
        .where('run_id', '=', runId)
        .where('attachment_id', '>', after)
        .orderBy('attachment_id')
        .limit(count)
        .execute();
      return rows.map((row) => row.attachment_id);
    },
    async clear(attachmentId) {
      const all = db.query.deleteFrom('watermark_errors');
      const query = attachmentId === undefined ? all : all.where('attachment_id', '=', attachmentId);
      return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
    },
  };
}

/** Shows only our own messages, because others may contain file paths of the server. */
function entryOf(attachmentId: number, error: unknown): ErrorEntry {
  if (error instanceof HostError) return { attachmentId, code: error.code, message: shortened(error.message) };
  const message = 'An unexpected error occurred. See the log.';
  return { attachmentId, code: 'vendor_watermark_failed', message };
}

function shortened(message: string): string {
  return message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…`;
}
