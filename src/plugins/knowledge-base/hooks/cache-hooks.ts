import type { OwnedHooks } from '../../../index.js';
import type { CacheGroup } from '../caches.js';
import type { Actor } from './article-hooks.js';

declare module '../../../index.js' {
  interface Actions {
    /** Every process was told to forget what it keeps: `render`, `nav`, `search`, `access`, or several of them. */
    vendor_kb_cache_flushed(groups: readonly string[], context: Actor): void | Promise<void>;
  }
  interface Filters {
    /**
     * For how many milliseconds what was made beforehand is kept, looked at once a day: rendered texts are, as `render`.
     * Everything else is kept for as long as it is right.
     */
    vendor_kb_cache_ttl(milliseconds: number, context: { readonly group: CacheGroup }): number;
  }
}

/** Follows what operators do, and says how long things are kept; a callback that fails is left out. */
export function defineCacheHooks({ define }: OwnedHooks): void {
  define('vendor_kb_cache_flushed', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
  define('vendor_kb_cache_ttl', { since: '0.1.0', decorating: true, kind: 'filter', accepts: isDuration });
}

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}
