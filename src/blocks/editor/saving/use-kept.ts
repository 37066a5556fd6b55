import { useCallback, useRef, useState } from '@wordpress/element';
import { type Articles, type Draft, isSameDraft, type StoredArticle } from './articles.js';
import type { KeptDraft, LocalCopies } from './local-copies.js';

/** Texts that were written and not saved, until somebody has decided on each. */
export interface Kept {
  /** The newest first. */
  readonly list: readonly KeptDraft[];
  settle(kept: KeptDraft, isDropped: boolean): void;
  putAside(draft: Draft): KeptDraft;
  /** Those that were taken over are saved now. */
  forgetTaken(): void;
}

export function useKept({
  articles,
  copies,
  initial,
  found,
}: {
  articles: Pick<Articles, 'dropKept'>;
  copies: LocalCopies;
  initial: StoredArticle | null;
  /** What the server has. */
  found: KeptDraft | null;
}): Kept {
  const [list, setList] = useState(() => {
    // The page is only there for whoever is logged in.
    copies.allow();
    return unsavedOnes(copies, initial, found);
  });
  const taken = useRef<string[]>([]);

  const settle = useCallback(
    (kept: KeptDraft, isDropped: boolean) => {
      setList((before) => before.filter((each) => each !== kept));
      if (!isDropped) {
        if (kept.key !== null) taken.current.push(kept.key);
        return;
      }
      if (kept.key !== null) copies.remove(kept.key);
      // It would be offered again; when it cannot be dropped now it is.
      if (initial && found && isSameDraft(kept, found)) void articles.dropKept(initial.id).catch(() => undefined);
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
    for (const key of taken.current) copies.remove(key);
    taken.current = [];
  }, [copies]);

  return { list, settle, putAside, forgetTaken };
}

/** What says the same as the stored text, or as another copy, is of no use to anybody. */
function unsavedOnes(copies: LocalCopies, stored: StoredArticle | null, found: KeptDraft | null): KeptDraft[] {
  const left = copies.left();
  // What is written next takes the place of what the server keeps: until it is decided on this browser has it too.
  const isNew = found && !left.some((copy) => isSameDraft(copy, found));
  const all = isNew ? [...left, copies.putAside(found, found.keptAt)] : left;
  const unsaved: KeptDraft[] = [];
  for (const copy of all.sort((one, other) => other.keptAt - one.keptAt)) {
    const isStored = stored && isSameDraft(copy, { ...stored, fields: {} });
    if (!isStored && !unsaved.some((other) => isSameDraft(copy, other))) unsaved.push(copy);
    else if (copy.key !== null) copies.remove(copy.key);
  }
  return unsaved;
}
