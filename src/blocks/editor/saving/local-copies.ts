import type { EditorConfig } from '../config.js';
import type { Draft } from './articles.js';

/** Unsaved text. */
export interface LocalDraft extends Draft {
  /** Time of the copy, in milliseconds since 1970. */
  readonly keptAt: number;
  /** Storage key in this browser; null for one that only the server has. */
  readonly key: string | null;
}

/**
 * Unsaved texts in this browser, which survive a crash, a lost connection and an expired session.
 *
 * Each tab has its own copy, so that two tabs with one article do not overwrite each other's. The logout page removes
 * all copies of a user (`templates/core/assets/logout.js`). After that, a tab left open stores nothing until the user
 * has signed in again.
 */
export interface LocalCopies {
  /** Returns the copies of other tabs and earlier visits, newest first. */
  left(): LocalDraft[];
  /** Stores the text of this tab. @returns false if the browser has no space or blocks storage */
  write(draft: Draft): boolean;
  /** Deletes the copy of this tab. */
  clear(): void;
  /** Allows copies again, once the user is signed in. */
  allow(): void;
  /** Stores a text that is not being edited here, until the user decides on it. */
  putAside(draft: Draft, keptAt: number): LocalDraft;
  remove(key: string): void;
}

type CopyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Creates the local copies of one text. @param tab unique ID of this tab */
export function createLocalCopies(
  { collection, userId }: Pick<EditorConfig, 'collection' | 'userId'>,
  id: number | null,
  tab: string,
  storage: CopyStorage = window.localStorage,
): LocalCopies {
  const prefix = `mortise-editor:${userId}:${collection}:${id ?? 'new'}:`;
  const own = prefix + tab;
  const left = `mortise-editor-left:${userId}`;

  function write(key: string, { title, content, fields }: Draft, keptAt: number): boolean {
    try {
      if (storage.getItem(left) !== null) return false;
      storage.setItem(key, JSON.stringify({ title, content, fields, keptAt }));
      return true;
    } catch {
      return false;
    }
  }

  function remove(key: string): void {
    try {
      storage.removeItem(key);
    } catch {
      // Without storage, there is nothing to remove.
    }
  }

  return {
    left() {
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return keys
          .filter((key) => key.startsWith(prefix) && key !== own)
          .flatMap((key) => toLocalDraft(storage.getItem(key), key) ?? [])
          .sort((one, other) => other.keptAt - one.keptAt);
      } catch {
        return [];
      }
    },
    write: (draft) => write(own, draft, Date.now()),
    clear: () => remove(own),
    allow: () => remove(left),
    putAside({ title, content, fields }, keptAt) {
      const key = `${prefix}aside-${keptAt}`;
      const isStored = write(key, { title, content, fields }, keptAt);
      return { title, content, fields, keptAt, key: isStored ? key : null };
    },
    remove,
  };
}

/** Parses a copy. An unreadable one is ignored, since the stored text is what counts. */
function toLocalDraft(json: string | null, key: string): LocalDraft | null {
  try {
    const { title, content, fields, keptAt } = JSON.parse(json ?? '{}') as Partial<LocalDraft>;
    if (typeof title !== 'string' || typeof content !== 'string' || typeof keptAt !== 'number') return null;
    return typeof fields === 'object' && fields !== null ? { title, content, fields, keptAt, key } : null;
  } catch {
    return null;
  }
}
