import { setTimeout as sleep } from 'node:timers/promises';
import type { PluginContext } from '../../../index.js';
import type { Cache, Lease, Locks } from '../../../services.js';
import type { StoredStatistics, StoredValue } from './stored-statistics.js';

/** Statistics and their age. */
export interface Statistics<Value> {
  readonly value: Value;
  readonly generatedAt: Date;
  /** Whether they come from the cache. */
  readonly cached: boolean;
}

/**
 * Cached statistics that are slow to compute. Only one process computes at a time, and callers get the stale value
 * while it does.
 */
export interface CachedStatistics<Value> {
  /** @throws errors of the computation, if there is no stale value to return instead */
  read(): Promise<Statistics<Value>>;
}

export interface CachedStatisticsParts<Value> {
  /** Cache key and lock name. */
  readonly name: string;
  /** Cache of this process, or a shared one. */
  readonly cache: Pick<Cache, 'get' | 'set'>;
  /** Storage shared by all processes. */
  readonly stored: StoredStatistics;
  readonly locks: Pick<Locks, 'acquire'>;
  readonly log: Pick<PluginContext['log'], 'warn'>;
  readonly now: () => Date;
  /** Computes the value, which must be JSON-serialisable. */
  readonly compute: () => Promise<Value>;
}

/** Milliseconds after which the next read recalculates statistics in the background. */
export const FRESH_FOR = 150_000;
/** Maximum age of shown statistics in milliseconds. */
export const STALE_FOR = 300_000;
/** Lock options in milliseconds. Three heartbeats per lifetime: a crashed process blocks others only briefly. */
const LOCK = { ttl: 2000, heartbeat: 600 } as const;
/** Milliseconds between checks whether another process is done. */
const LOOK_EVERY = 50;

export function createCachedStatistics<Value>(parts: CachedStatisticsParts<Value>): CachedStatistics<Value> {
  const { name, cache, stored, locks, log, now, compute } = parts;
  let refreshing: Promise<Statistics<Value>> | undefined;

  async function load(): Promise<StoredValue<Value> | null> {
    // Only this code writes the key.
    const near = ((await cache.get(name)) ?? null) as StoredValue<Value> | null;
    if (near && ageOf(near) < FRESH_FOR) return near;
    const shared = (await stored.load(name)) as StoredValue<Value> | null;
    if (!shared || (near && near.generatedAt >= shared.generatedAt)) return near;
    const left = STALE_FOR - ageOf(shared);
    if (left > 0) await cache.set(name, shared, { ttl: left });
    return shared;
  }

  const ageOf = ({ generatedAt }: StoredValue<Value>): number => now().getTime() - generatedAt;

  async function computeAnew(): Promise<Statistics<Value>> {
    const generatedAt = now();
    const value = await compute();
    const entry = { value, generatedAt: generatedAt.getTime() };
    await stored.save(name, entry);
    await cache.set(name, entry, { ttl: STALE_FOR });
    return { value, generatedAt, cached: false };
  }

  /** Another process may have computed them before this one gets the lock. */
  async function inTurn(): Promise<Statistics<Value>> {
    for (;;) {
      const lease: Lease | null = await locks.acquire(name, LOCK);
      try {
        const loaded = await load();
        if (loaded && ageOf(loaded) < FRESH_FOR) return asCached(loaded);
        if (lease) return await computeAnew();
      } finally {
        await lease?.release();
      }
      await sleep(LOOK_EVERY);
    }
  }

  function refresh(): Promise<Statistics<Value>> {
    refreshing ??= inTurn().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    async read() {
      const loaded = await load();
      if (!loaded || ageOf(loaded) >= STALE_FOR) return refresh();
      if (ageOf(loaded) >= FRESH_FOR) {
        refresh().catch((error: unknown) => {
          log.warn({ err: error, figures: name }, 'Statistics could not be recalculated; the previous ones are shown');
        });
      }
      return asCached(loaded);
    },
  };
}

function asCached<Value>({ value, generatedAt }: StoredValue<Value>): Statistics<Value> {
  return { value, generatedAt: new Date(generatedAt), cached: true };
}
