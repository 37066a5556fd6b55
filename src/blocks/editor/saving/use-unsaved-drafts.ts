import { useCallback, useRef, useState } from '@wordpress/element';
import { type Articles, type Draft, isSameDraft, type StoredArticle } from './articles.js';
import type { LocalCopies, LocalDraft } from './local-copies.js';

/** Unsaved texts, until the user has decided on each of them. */
export interface UnsavedDrafts {
  /** Newest first. */
  readonly list: readonly LocalDraft[];
  settle(unsaved: LocalDraft, isDropped: boolean): void;
  putAside(draft: Draft): LocalDraft;
  /** Deletes the copies that were restored, because they are saved now. */
  forgetTaken(): void;
}

export function useUnsavedDrafts({
  articles,
  copies,
  initial,
  found,
}: {
  articles: Pick<Articles, 'deleteAutosave'>;
  copies: LocalCopies;
  initial: StoredArticle | null;
  /** Autosave on the server. */
  found: LocalDraft | null;
}): UnsavedDrafts {
  const [list, setList] = useState(() => {
    // Only signed-in users can open the page.
    copies.allow();
    return unsavedOnes(copies, initial, found);
  });
  const settled = useRef<string[]>([]);

  const settle = useCallback(
    (unsaved: LocalDraft, isDropped: boolean) => {
      setList((before) => before.filter((each) => each !== unsaved));
      if (!isDropped) {
        if (unsaved.key !== null) settled.current.push(unsaved.key);
        return;
      }
      if (unsaved.key !== null) copies.remove(unsaved.key);
      // It is deleted so that it is not offered again. If the deletion fails, it is.
      if (initial && found && isSameDraft(unsaved, found))
        void articles.deleteAutosave(initial.id).catch(() => undefined);
    },
    [articles, copies, found, initial],
  );
  const putAside = useCallback(
    (draft: Draft) => {
      const aside = copies.putAside(draft, Date.now());
      setList((before) => [aside, ...before]);
      return aside;
    },
    [copies],
  );
  const forgetTaken = useCallback(() => {
    for (const key of settled.current) copies.remove(key);
    settled.current = [];
  }, [copies]);

  return { list, settle, putAside, forgetTaken };
}

/** Returns unsaved texts. Drops those that equal the stored text or another copy. */
function unsavedOnes(copies: LocalCopies, stored: StoredArticle | null, found: LocalDraft | null): LocalDraft[] {
  const left = copies.left();
  // The next autosave overwrites the one on the server. A local copy stays until the user has decided on it.
  const isNew = found && !left.some((copy) => isSameDraft(copy, found));
  const all = isNew ? [...left, copies.putAside(found, found.keptAt)] : left;
  const unsaved: LocalDraft[] = [];
  for (const copy of all.sort((one, other) => other.keptAt - one.keptAt)) {
    const isStored = stored && isSameDraft(copy, { ...stored, fields: {} });
    if (!isStored && !unsaved.some((other) => isSameDraft(copy, other))) unsaved.push(copy);
    else if (copy.key !== null) copies.remove(copy.key);
  }
  return unsaved;
}
