import type { EditorConfig } from '../config.js';
import type { Draft } from './articles.js';

/** A text as this browser keeps it until it is saved. */
export interface KeptDraft extends Draft {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** What was written and not saved, in this browser: it outlives a crash, a lost connection and a session that ended. */
export interface LocalCopy {
  read(): KeptDraft | null;
  /** @returns false where the browser has no room or keeps nothing */
  write(draft: Draft): boolean;
  remove(): void;
}

export function createLocalCopy(
  { collection, userId }: Pick<EditorConfig, 'collection' | 'userId'>,
  id: number | null,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = window.localStorage,
): LocalCopy {
  const key = `mortise-editor:${userId}:${collection}:${id ?? 'new'}`;
  return {
    read() {
      try {
        return toKept(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        // A copy that cannot be read is none; the stored text is what counts.
        return null;
      }
    },
    write({ title, content, fields }) {
      try {
        storage.setItem(key, JSON.stringify({ title, content, fields, keptAt: Date.now() } satisfies KeptDraft));
        return true;
      } catch {
        return false;
      }
    },
    remove() {
      try {
        storage.removeItem(key);
      } catch {
        // Nothing can be kept here, so nothing is left behind either.
      }
    },
  };
}

function toKept(value: unknown): KeptDraft | null {
  if (typeof value !== 'object' || value === null) return null;
  const { title, content, fields, keptAt } = value as Partial<KeptDraft>;
  if (typeof title !== 'string' || typeof content !== 'string' || typeof keptAt !== 'number') return null;
  if (typeof fields !== 'object' || fields === null) return null;
  return { title, content, fields, keptAt };
}
