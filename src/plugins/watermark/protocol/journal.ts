import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, utc } from '../../../database.js';
import { locked } from '../errors.js';

export type PictureWork = 'apply' | 'restore';

/** Claim of a worker on an image. */
export interface Claim {
  readonly attachmentId: number;
  /**
   * Releases the claim within the transaction that publishes the work.
   * @throws HostError 409 `vendor_watermark_locked` if another worker took over because this one was silent for too
   *   long
   */
  finish(): Promise<void>;
  /** Releases the claim without a result; never throws. */
  release(): Promise<void>;
}

/** Unfinished work of a crashed process. */
export interface AbandonedDraft {
  readonly attachmentId: number;
  readonly work: PictureWork;
  /** Folder of its files. */
  readonly token: string;
}

/**
 * Journal of unpublished work. An entry is written before the first file and deleted by the transaction that
 * publishes the files, so the files of a leftover entry can be deleted.
 */
export interface Journal {
  /** @param token see `MediaDraft` @returns null if another worker holds the image */
  claim(attachmentId: number, work: PictureWork, token: string): Promise<Claim | null>;
  /** Returns the entries of workers presumed dead. */
  abandoned(): Promise<readonly AbandonedDraft[]>;
  /** Deletes an entry if it still has this token. */
  forget(entry: AbandonedDraft): Promise<void>;
}

/** Milliseconds before a silent worker is presumed dead: rulings.md, Services. */
const LIFE = 120_000;
const HEARTBEAT = 30_000;

export function createJournal(db: Database, log: { warn(fields: object, message: string): void }): Journal {
  const expires = sql<number>`${db.clock} + ${LIFE}`;
  const entry = (attachmentId: number, owner: string) => ({ attachment_id: attachmentId, owner });

  async function insert(attachmentId: number, work: PictureWork, token: string, owner: string): Promise<boolean> {
    const row = { ...entry(attachmentId, owner), work, token, started_at: utc.encode(new Date()) };
    try {
      await db.query
        .insertInto('watermark_journal')
        .values({ ...row, expires_at: expires })
        .execute();
      return true;
    } catch (error) {
      if (db.isUniqueViolation(error)) return false;
      throw error;
    }
  }

  function claimOf(attachmentId: number, owner: string): Claim {
    const remove = () =>
      db.query
        .deleteFrom('watermark_journal')
        .where((where) => where.and(entry(attachmentId, owner)))
        .executeTakeFirstOrThrow();
    const timer = setInterval(() => void beat(), HEARTBEAT).unref();
    let isFinished = false;

    async function beat(): Promise<void> {
      try {
        await db.query
          .updateTable('watermark_journal')
          .set({ expires_at: expires })
          .where((where) => where.and(entry(attachmentId, owner)))
          .execute();
      } catch (error) {
        log.warn({ err: error, attachment: attachmentId }, 'A claim on an image could not be renewed');
      }
    }

    return {
      attachmentId,
      async finish() {
        if ((await remove()).numDeletedRows === 0n) throw locked(attachmentId);
        db.afterCommit(() => {
          isFinished = true;
        });
      },
      async release() {
        clearInterval(timer);
        if (isFinished) return;
        try {
          await remove();
        } catch (error) {
          log.warn({ err: error, attachment: attachmentId }, 'A claim on an image could not be released; it expires');
        }
      },
    };
  }

  return {
    async claim(attachmentId, work, token) {
      const owner = randomUUID();
      return (await insert(attachmentId, work, token, owner)) ? claimOf(attachmentId, owner) : null;
    },
    async abandoned() {
      const rows = await db.query
        .selectFrom('watermark_journal')
        .select(['attachment_id', 'work', 'token'])
        .where('expires_at', '<', db.clock)
        .execute();
      return rows.map(({ attachment_id, work, token }) => ({
        attachmentId: attachment_id,
        work: work as PictureWork,
        token,
      }));
    },
    async forget({ attachmentId, token }) {
      await db.query
        .deleteFrom('watermark_journal')
        .where((where) => where.and({ attachment_id: attachmentId, token }))
        .execute();
    },
  };
}
