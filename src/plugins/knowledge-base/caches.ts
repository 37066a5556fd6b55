import type { Outbox, Versions } from '../../index.js';
import type { Actor } from './hooks/article-hooks.js';
import type { KnowledgeBase } from './knowledge-base.js';
import type { RenderedTexts } from './rendered-texts.js';

/** What processes keep in memory, by what it is for. */
export const CACHE_GROUPS = ['render', 'nav', 'search', 'access'] as const;
export type CacheGroup = (typeof CACHE_GROUPS)[number];

/** What is kept is made anew from the database when it is next needed, in every process of the site. */
export interface Caches {
  flush(groups: readonly CacheGroup[], actor: Actor): Promise<void>;
  /** Has the processes that serve visitors make anew what these will ask for, before they do. */
  warm(): Promise<void>;
}

/** The version row that is bumped to have caches warmed. */
export const WARM_VERSION = 'kb_cache_warm';

/** The version row that is bumped to have caches of a group dropped. */
export const versionOf = (group: CacheGroup): string => `kb_cache_${group}`;

export function createCaches({
  db,
  outbox,
  versions,
  renderedTexts,
}: Pick<KnowledgeBase, 'db'> & {
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

/** Has this process drop what it keeps whenever one of them is told to. */
export function watchCaches(versions: Pick<Versions, 'watch'>, kb: KnowledgeBase): readonly { remove(): void }[] {
  const drop: Readonly<Record<CacheGroup, () => void | Promise<void>>> = {
    render: kb.forgetTexts,
    nav: kb.navigation.forget,
    // A process that has not searched yet builds its index when it does.
    search: () => (kb.searchIndex.isReady() ? kb.searchIndex.renew() : undefined),
    access: kb.access.forget,
  };
  return CACHE_GROUPS.map((group) => versions.watch(versionOf(group), drop[group]));
}
