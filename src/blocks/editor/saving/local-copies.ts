import type { EditorConfig } from '../config.js';
import type { Draft } from './articles.js';

/** A text that was written and not saved. */
export interface KeptDraft extends Draft {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  /** Where this browser keeps it; null for what the server alone has. */
  readonly key: string | null;
}

/**
 * What was written and not saved, in this browser: it outlives a crash, a lost connection and a session that ended. Each
 * tab has a copy of its own, so that two of them with one article do not write over each other's. The page where people log
 * out removes all of a person (`templates/core/assets/logout.js`): a tab that is left open keeps nothing more then, until
 * the person has logged in again.
 */
export interface LocalCopies {
  /** Those that other tabs and earlier visits have left, the newest first. */
  left(): KeptDraft[];
  /** Keeps what is being written in this tab. @returns false where the browser has no room or keeps nothing */
  write(draft: Draft): boolean;
  /** Forgets it. */
  clear(): void;
  /** Whoever it belongs to is logged in: it may be kept again. */
  allow(): void;
  /** Keeps something that is not being written here, until somebody decides on it. */
  putAside(draft: Draft, keptAt: number): KeptDraft;
  remove(key: string): void;
}

type CopyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** @param tab tells this tab from others */
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
      // Nothing can be kept here, so nothing is left behind either.
    }
  }

  return {
    left() {
      try {
        const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
        return keys
          .filter((key) => key.startsWith(prefix) && key !== own)
          .flatMap((key) => toKept(storage.getItem(key), key) ?? [])
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
      const isKept = write(key, { title, content, fields }, keptAt);
      return { title, content, fields, keptAt, key: isKept ? key : null };
    },
    remove,
  };
}

/** A copy that cannot be read is none; the stored text is what counts. */
function toKept(json: string | null, key: string): KeptDraft | null {
  try {
    const { title, content, fields, keptAt } = JSON.parse(json ?? '{}') as Partial<KeptDraft>;
    if (typeof title !== 'string' || typeof content !== 'string' || typeof keptAt !== 'number') return null;
    return typeof fields === 'object' && fields !== null ? { title, content, fields, keptAt, key } : null;
  } catch {
    return null;
  }
}
