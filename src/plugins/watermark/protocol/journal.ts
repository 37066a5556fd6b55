import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, utc } from '../../../index.js';
import { locked } from '../errors.js';

export type PictureWork = 'apply' | 'restore';

/** A picture in the hands of one worker. */
export interface Claim {
  readonly attachmentId: number;
  /**
   * Takes the claim back within the transaction that publishes the work.
   * @throws HostError 409 `vendor_watermark_locked` when somebody has followed a worker that was silent for too long
   */
  finish(): Promise<void>;
  /** Gives the picture back without a result; never throws. */
  release(): Promise<void>;
}

/** Work that a killed process has left in the middle. */
export interface Abandoned {
  readonly attachmentId: number;
  readonly work: PictureWork;
  /** Folder of its files. */
  readonly token: string;
}

/**
 * Who works on which picture, and on which files that nobody sees yet. An entry is there before the first file, and goes
 * with the transaction that shows them: what is found later was abandoned, and its files are of no use to anybody.
 */
export interface Journal {
  /** @param token see `MediaDraft` @returns null when somebody else has the picture */
  claim(attachmentId: number, work: PictureWork, token: string): Promise<Claim | null>;
  /** Entries of workers that are taken for dead. */
  abandoned(): Promise<readonly Abandoned[]>;
  /** Forgets an entry, if it is still the one with this token. */
  forget(entry: Abandoned): Promise<void>;
}

/** Milliseconds: rulings.md, Services. */
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
        log.warn({ err: error, attachment: attachmentId }, 'A claim on a picture could not be renewed');
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
          log.warn(
            { err: error, attachment: attachmentId },
            'A picture could not be given back; its claim ends by itself',
          );
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
