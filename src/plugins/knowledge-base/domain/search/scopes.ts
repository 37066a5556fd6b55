import { LRUCache } from 'lru-cache';
import type { GuardedArticle } from '../access/decide.js';
import type { Visibility } from '../access/visibility.js';
import type { SearchDocument } from './engine.js';
import type { PostingIndex } from './posting-index.js';
import type { Scope } from './scope.js';

/** Visible documents of an index by viewer. */
export interface Scopes {
  add(slot: number, document: SearchDocument): void;
  remove(slot: number): void;
  of(visibility: Visibility | undefined): Scope;
}

/** Maximum number of cached scopes (LRU). Viewers with equal visibility share one. */
const REMEMBERED = 64;

export function createScopes(postings: PostingIndex): Scopes {
  const guards: (GuardedArticle | undefined)[] = [];
  /** Scopes by visibility key. Every change of the index clears them, because it renumbers the slots. */
  const remembered = new LRUCache<string, Scope>({ max: REMEMBERED });

  function look({ admits }: Visibility): Scope {
    const visible = new Uint8Array(guards.length);
    let size = 0;
    for (const [slot, guard] of guards.entries()) {
      if (!guard || !admits(guard)) continue;
      visible[slot] = 1;
      size += 1;
    }
    return { visible, size };
  }

  return {
    add(slot, { id, categories, authorId = 0, ruleId = null }) {
      guards[slot] = { id, authorId, categoryIds: [...categories], ruleId };
      remembered.clear();
    },
    remove(slot) {
      guards[slot] = undefined;
      remembered.clear();
    },
    of(visibility) {
      if (!visibility?.closed) return { visible: postings.live, size: postings.documentCount };
      const known = remembered.get(visibility.key);
      if (known) return known;
      const scope = look(visibility);
      remembered.set(visibility.key, scope);
      return scope;
    },
  };
}
