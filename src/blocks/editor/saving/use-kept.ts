import { useCallback, useRef, useState } from '@wordpress/element';
import type { Articles, Draft, StoredArticle } from './articles.js';
import type { KeptDraft, LocalCopies } from './local-copies.js';

/** Texts that were written and not saved, until somebody has decided on each. */
export interface Kept {
  /** The newest first. */
  readonly list: readonly KeptDraft[];
  settle(kept: KeptDraft, isDropped: boolean): void;
  putAside(draft: Draft): void;
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
  const [list, setList] = useState(() => unsavedOnes(copies, initial, found));
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
      if (initial && found && isSameText(kept, found)) void articles.dropKept(initial.id).catch(() => undefined);
    },
    [articles, copies, found, initial],
  );
  const putAside = useCallback(
    (draft: Draft) => {
      const aside = copies.putAside(draft, Date.now());
      setList((before) => [aside, ...before]);
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
  const isNew = found && !left.some((copy) => isSameText(copy, found));
  const all = isNew ? [...left, copies.putAside(found, found.keptAt)] : left;
  const unsaved: KeptDraft[] = [];
  for (const copy of all.sort((one, other) => other.keptAt - one.keptAt)) {
    const isStored = stored && isSameText(copy, { ...stored, fields: {} });
    if (!isStored && !unsaved.some((other) => isSameText(copy, other))) unsaved.push(copy);
    else if (copy.key !== null) copies.remove(copy.key);
  }
  return unsaved;
}

function isSameText(one: Draft, other: Draft): boolean {
  const [a, b] = [one, other].map(({ title, content, fields }) => JSON.stringify([title, content, fields]));
  return a === b;
}
