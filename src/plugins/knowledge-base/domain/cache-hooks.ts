import type { OwnedHooks } from '../../../hooks.js';
import type { Actor } from './articles/actor.js';
import type { CacheGroup } from './caches.js';

declare module '../../../index.js' {
  interface Actions {
    /** Every process was told to clear the given cache groups: one or more of `render`, `nav`, `search`, `access`. */
    vendor_kb_cache_flushed(groups: readonly string[], context: Actor): void | Promise<void>;
  }
  interface Filters {
    /**
     * Filters how many milliseconds precomputed data is kept. Evaluated once a day, for rendered texts (`render`).
     * All other caches keep entries until they become invalid.
     */
    vendor_kb_cache_ttl(milliseconds: number, context: { readonly group: CacheGroup }): number;
  }
}

/** Defines the cache hooks. A failing callback is skipped. */
export function defineCacheHooks({ define }: OwnedHooks): void {
  define('vendor_kb_cache_flushed', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  define('vendor_kb_cache_ttl', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isDuration });
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
