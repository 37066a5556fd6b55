import type { Database } from '../../../database.js';
import type { Versions } from '../../../services.js';
import type { Outbox } from '../../../webhooks.js';
import type { Actor } from './articles/actor.js';
import type { RenderedTexts } from './rendering/rendered-texts.js';

/** Groups of in-memory caches. */
export const CACHE_GROUPS = ['render', 'nav', 'search', 'access'] as const;
export type CacheGroup = (typeof CACHE_GROUPS)[number];

/** Caches that are rebuilt from the database when next needed, in every process of the site. */
export interface Caches {
  flush(groups: readonly CacheGroup[], actor: Actor): Promise<void>;
  /** Asks processes that serve visitors to rebuild their caches ahead of requests. */
  warm(): Promise<void>;
}

/** Version row that is bumped to warm caches. */
export const WARM_VERSION = 'kb_cache_warm';

/** Returns the version row that is bumped to flush a cache group. */
export const versionOf = (group: CacheGroup): string => `kb_cache_${group}`;

export function createCaches({
  db,
  outbox,
  versions,
  renderedTexts,
}: {
  readonly db: Database;
  readonly renderedTexts: Pick<RenderedTexts, 'clear'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly versions: Pick<Versions, 'bump'>;
}): Caches {
  return {
    flush: (groups, actor) =>
      db.transaction(async () => {
        if (groups.includes('render')) await renderedTexts.clear();
        for (const group of groups) await versions.bump(versionOf(group));
        await outbox.announce('vendor_kb_cache_flushed', [...groups], actor);
      }),
    warm: () => versions.bump(WARM_VERSION),
  };
}
