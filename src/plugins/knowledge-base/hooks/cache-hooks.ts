import type { OwnedHooks } from '../../../index.js';
import type { Actor } from './article-hooks.js';

declare module '../../../index.js' {
  interface Actions {
    /** Every process was told to forget what it keeps: `render`, `nav`, `search`, `access`, or several of them. */
    vendor_kb_cache_flushed(groups: readonly string[], context: Actor): void | Promise<void>;
  }
}

/** Follows what operators do; a callback that fails is left out. */
export function defineCacheHooks({ define }: OwnedHooks): void {
  define('vendor_kb_cache_flushed', { since: '0.1.0', decorating: true, kind: 'action', async: 'allowed' });
}
