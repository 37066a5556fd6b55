import { setTimeout as sleep } from 'node:timers/promises';
import type { Cache, Lease, Locks, PluginContext } from '../../../index.js';
import type { Kept, StoredFigures } from './stored-figures.js';

/** Figures and their age. */
export interface Figures<Value> {
  readonly value: Value;
  readonly generatedAt: Date;
  /** Whether they had been computed for somebody before. */
  readonly cached: boolean;
}

/**
 * Figures that take long to compute and may be some minutes old: one computation at a time, in all processes together.
 * Who comes while old ones are computed anew gets the old ones.
 */
export interface KeptFigures<Value> {
  /** @throws what the computation throws, where there are no figures that could be shown in place of new ones */
  read(): Promise<Figures<Value>>;
}

export interface KeptFiguresParts<Value> {
  /** Key in the cache, and name of the lock. */
  readonly name: string;
  /** Of this process, or shared. */
  readonly cache: Pick<Cache, 'get' | 'set'>;
  /** Where other processes find what this one has computed. */
  readonly stored: StoredFigures;
  readonly locks: Pick<Locks, 'acquire'>;
  readonly log: Pick<PluginContext['log'], 'warn'>;
  readonly now: () => Date;
  /** What JSON can say. */
  readonly compute: () => Promise<Value>;
}

/** Milliseconds for which figures are good. */
export const FRESH_FOR = 300_000;
/** Milliseconds for which they are shown while new ones are computed, or cannot be. */
export const STALE_FOR = 600_000;
/** Who computes says so three times within it; who has died holds the others up no longer. In milliseconds. */
const LOCK = { ttl: 2000, heartbeat: 600 } as const;
/** Milliseconds between looks whether another process is done. */
const LOOK_EVERY = 50;

export function createKeptFigures<Value>(parts: KeptFiguresParts<Value>): KeptFigures<Value> {
  const { name, cache, stored, locks, log, now, compute } = parts;
  let refreshing: Promise<Figures<Value>> | undefined;

  async function load(): Promise<Kept<Value> | null> {
    // Nothing but this writes under the name.
    const near = ((await cache.get(name)) ?? null) as Kept<Value> | null;
    if (near && ageOf(near) < FRESH_FOR) return near;
    const shared = (await stored.load(name)) as Kept<Value> | null;
    if (!shared || (near && near.generatedAt >= shared.generatedAt)) return near;
    const left = STALE_FOR - ageOf(shared);
    if (left > 0) await cache.set(name, shared, { ttl: left });
    return shared;
  }

  const ageOf = ({ generatedAt }: Kept<Value>): number => now().getTime() - generatedAt;

  async function computeAnew(): Promise<Figures<Value>> {
    const generatedAt = now();
    const value = await compute();
    const kept = { value, generatedAt: generatedAt.getTime() };
    await stored.save(name, kept);
    await cache.set(name, kept, { ttl: STALE_FOR });
    return { value, generatedAt, cached: false };
  }

  /** Another process may have them by the time that it is our turn. */
  async function inTurn(): Promise<Figures<Value>> {
    for (;;) {
      const lease: Lease | null = await locks.acquire(name, LOCK);
      try {
        const kept = await load();
        if (kept && ageOf(kept) < FRESH_FOR) return asCached(kept);
        if (lease) return await computeAnew();
      } finally {
        await lease?.release();
      }
      await sleep(LOOK_EVERY);
    }
  }

  function refresh(): Promise<Figures<Value>> {
    refreshing ??= inTurn().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    async read() {
      const kept = await load();
      if (!kept || ageOf(kept) >= STALE_FOR) return refresh();
      if (ageOf(kept) >= FRESH_FOR) {
        refresh().catch((error: unknown) => {
          log.warn({ err: error, figures: name }, 'Figures could not be computed anew; the old ones are shown');
        });
      }
      return asCached(kept);
    },
  };
}

function asCached<Value>({ value, generatedAt }: Kept<Value>): Figures<Value> {
  return { value, generatedAt: new Date(generatedAt), cached: true };
}
