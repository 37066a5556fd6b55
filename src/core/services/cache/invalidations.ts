import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { shareRuns } from '../../concurrency/share-runs.js';
import type { Database } from '../../database/database.js';
import type { VersionsService } from '../bus/versions.js';
import './tables.js';

/** A value's place in time: how many invalidations had been committed before it was computed, and which concern it. */
export interface Stamp {
  readonly version: number;
  /** {@link tagDigest}s. */
  readonly tags: readonly string[];
}

/**
 * What has been declared outdated, numbered in the order of the commits: transactions that invalidate hold the row of
 * the version `cache` until they end. A value remembers the number it began with, and is outdated as soon as one of its
 * tags has a later one. So nobody has to reach the values: they may lie in a server that was away meanwhile.
 */
export interface Invalidations {
  /** Declares what has one of the tags outdated, as part of the running transaction. */
  add(tags: readonly string[]): Promise<void>;
  /**
   * The number of the newest invalidation; null when it cannot be known now, because the database does not answer. It is
   * one that was there {@link TRUSTED_FOR} ago, or newer.
   */
  current(): Promise<number | null>;
  /** Whether nothing that is known makes a value outdated; after `current`. */
  isValid(stamp: Stamp): boolean;
  close(): void;
}

const VERSION = 'cache';
/** Invalidations that are remembered. Values from before them count as outdated. */
const RETAINED = 10_000;
const SWEEP_EVERY = 500;
/** Milliseconds for which a look at the database is good: a little longer than until the next one. */
const TRUSTED_FOR = 1500;

/** What stands for a tag in values and rows: 128 bits. If two tags ever shared one, more would be outdated, never less. */
export function tagDigest(tag: string): string {
  return hash('sha256', tag, 'base64url').slice(0, 22);
}

export interface InvalidationsOptions {
  readonly db: Database;
  readonly versions: Pick<VersionsService, 'bump' | 'watch' | 'checkedAt'>;
  readonly log: Logger;
  readonly retained?: number;
}

export function createInvalidations({ db, versions, log, retained = RETAINED }: InvalidationsOptions): Invalidations {
  /** The newest invalidation of a tag, the ones that were made last at the end. */
  const latest = new Map<string, number>();
  let known = -1;
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let subscription: { remove(): void } | undefined;
  /** Times that there was news, and how many of them what is known here takes in. */
  let news = 1;
  let takenIn = 0;

  const oldest = (): number => known - retained;

  async function readNumber(): Promise<number> {
    const row = await db.query.selectFrom('versions').select('version').where('name', '=', VERSION).executeTakeFirst();
    return Number(row?.version ?? 0);
  }

  const catchUp = shareRuns(async () => {
    const [began, upTo] = [performance.now(), news];
    try {
      await read();
      [caughtUpAt, takenIn] = [began, upTo];
    } catch (error) {
      log.warn({ err: error }, 'Could not look what is outdated in the cache; it is passed by until that works');
    }
  });

  async function read(): Promise<void> {
    // The number first: the rows of every invalidation that it counts are there by then.
    const newest = await readNumber();
    if (newest < known) {
      // The database was restored from an older copy.
      latest.clear();
      known = -1;
    }
    const rows = await db.query
      .selectFrom('cache_invalidations')
      .select(['version', 'tag_hash'])
      .where('version', '>', Math.max(known, newest - retained))
      .orderBy('version')
      .execute();
    for (const row of rows) {
      latest.delete(row.tag_hash);
      latest.set(row.tag_hash, Number(row.version));
    }
    known = Math.max(newest, Number(rows.at(-1)?.version ?? 0));
    for (const [tag, version] of latest) {
      if (version > oldest()) break;
      latest.delete(tag);
    }
  }

  function isTrusted(): boolean {
    return takenIn === news && performance.now() - Math.max(caughtUpAt, versions.checkedAt) < TRUSTED_FOR;
  }

  async function sweep(version: number): Promise<void> {
    try {
      await db.query
        .deleteFrom('cache_invalidations')
        .where('version', '<=', version - retained)
        .execute();
    } catch (error) {
      log.warn({ err: error }, 'Old invalidations of the cache could not be removed');
    }
  }

  return {
    async add(tags) {
      if (tags.length === 0) return;
      await db.transaction(async () => {
        await versions.bump(VERSION);
        const version = await readNumber();
        await db.query
          .insertInto('cache_invalidations')
          .values([...new Set(tags.map(tagDigest))].map((tag_hash) => ({ version, tag_hash })))
          .execute();
        if (version % SWEEP_EVERY === 0) db.afterCommit(() => sweep(version));
      });
    },
    async current() {
      subscription ??= versions.watch(VERSION, () => {
        news += 1;
        return catchUp();
      });
      if (!isTrusted()) await catchUp();
      return isTrusted() ? known : null;
    },
    isValid: ({ version, tags }) =>
      version <= known && version >= oldest() && tags.every((tag) => (latest.get(tag) ?? 0) <= version),
    close: () => subscription?.remove(),
  };
}
