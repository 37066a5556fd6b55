import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { shareRuns } from '../../concurrency/share-runs.js';
import type { Database } from '../../database/database.js';
import type { VersionsService } from '../bus/versions.js';
import './tables.js';

/** Version of a value: the number of invalidations committed before it was computed, and the tags it depends on. */
export interface Stamp {
  readonly version: number;
  /** Tags as {@link tagDigest}s. */
  readonly tags: readonly string[];
}

/**
 * Log of invalidations, numbered in commit order: an invalidating transaction holds the row of the version `cache`
 * until it ends. A value stores the version at which its computation began, and is invalid as soon as one of its tags
 * has a higher one. The values themselves need not be touched, so an invalidation also takes effect on a server that
 * is down.
 */
export interface Invalidations {
  /** Invalidates everything with one of the tags, as part of the running transaction. */
  add(tags: readonly string[]): Promise<void>;
  /**
   * Returns the version of the newest invalidation, at most {@link TRUSTED_FOR} milliseconds old; null if the
   * database does not respond.
   */
  current(): Promise<number | null>;
  /** Whether no known invalidation affects a value. Call `current` first. */
  isValid(stamp: Stamp): boolean;
  close(): void;
}

const VERSION = 'cache';
/** Number of invalidations kept. Older values count as invalid. */
const MAX_INVALIDATIONS = 10_000;
const SWEEP_EVERY = 500;
/** Milliseconds a check of the database remains trusted: slightly longer than the polling interval. */
const TRUSTED_FOR = 1500;

/** Returns the 128-bit digest that represents a tag in values and rows. A collision could only invalidate too much. */
export function tagDigest(tag: string): string {
  return hash('sha256', tag, 'base64url').slice(0, 22);
}

export interface InvalidationsOptions {
  readonly db: Database;
  readonly versions: Pick<VersionsService, 'bump' | 'watch' | 'checkedAt'>;
  readonly log: Logger;
  readonly retained?: number;
}

export function createInvalidations({
  db,
  versions,
  log,
  retained = MAX_INVALIDATIONS,
}: InvalidationsOptions): Invalidations {
  /** Newest invalidation of each tag, in ascending order. */
  const latest = new Map<string, number>();
  let lastVersion = -1;
  let caughtUpAt = Number.NEGATIVE_INFINITY;
  let subscription: { remove(): void } | undefined;
  /** Number of change notifications, and the number already applied here. */
  let news = 1;
  let takenIn = 0;

  const oldest = (): number => lastVersion - retained;

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
      log.warn({ err: error }, 'Could not check for outdated cache entries; the cache is bypassed until that works');
    }
  });

  async function read(): Promise<void> {
    // Read the version first: the rows of every invalidation it counts are then committed.
    const newest = await readNumber();
    if (newest < lastVersion) {
      // The database was restored from an older backup.
      latest.clear();
      lastVersion = -1;
    }
    const rows = await db.query
      .selectFrom('cache_invalidations')
      .select(['version', 'tag_hash'])
      .where('version', '>', Math.max(lastVersion, newest - retained))
      .orderBy('version')
      .execute();
    for (const row of rows) {
      latest.delete(row.tag_hash);
      latest.set(row.tag_hash, Number(row.version));
    }
    lastVersion = Math.max(newest, Number(rows.at(-1)?.version ?? 0));
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
      log.warn({ err: error }, 'Old cache invalidations could not be deleted');
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
      return isTrusted() ? lastVersion : null;
    },
    isValid: ({ version, tags }) =>
      version <= lastVersion && version >= oldest() && tags.every((tag) => (latest.get(tag) ?? 0) <= version),
    close: () => subscription?.remove(),
  };
}
