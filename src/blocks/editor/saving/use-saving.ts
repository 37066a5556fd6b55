import { useCallback, useMemo, useRef, useState } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import type { Articles, Draft, StoredArticle } from './articles.js';
import { type Failure, failureOf } from './failure.js';
import { createLocalCopies, type KeptDraft } from './local-copies.js';
import { useAutosave } from './use-autosave.js';
import { useKept } from './use-kept.js';
import { useRetry } from './use-retry.js';

export interface Saving {
  readonly stored: StoredArticle | null;
  readonly isSaving: boolean;
  /** Something was changed since it was last saved. */
  readonly isChanged: boolean;
  readonly failure: Failure | null;
  /** When it is tried again by itself, in milliseconds since 1970; null for never. */
  readonly retryAt: number | null;
  /** Texts that were written and not saved, the newest first; each goes when it was decided on. */
  readonly kept: readonly KeptDraft[];
  /** @param over what somebody else has saved since, and was seen here; without it a newer text is a conflict */
  save(over?: StoredArticle): Promise<void>;
  /** Says that the text differs from the stored one. */
  touch(): void;
  /** Takes note of what another call has made of it, such as moving it to the trash and back. */
  adopt(stored: StoredArticle): void;
  /** Goes on with another text as the stored one; what was written and not saved is put aside, to be decided on. */
  moveTo(stored: StoredArticle): void;
  /**
   * @param isDropped else it takes the place of what is being written, which is put aside then; it stays until it is saved
   */
  settleKept(kept: KeptDraft, isDropped: boolean): void;
}

interface SavingParts {
  readonly articles: Articles;
  readonly config: EditorConfig;
  readonly initial: StoredArticle | null;
  /** What the server keeps of an earlier visit. */
  readonly found: KeptDraft | null;
}

interface WrittenTexts {
  /** What would be saved now. */
  toSave(): Draft;
  /** All that is written, also what the next save would not send. */
  toKeep(): Draft;
}

/** @param onSaved gets what was saved, which may be changed again already */
export function useSaving(
  { articles, config, initial, found }: SavingParts,
  written: WrittenTexts,
  onSaved: (draft: Draft) => void,
): Saving {
  const [stored, setStored] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const id = stored?.id ?? null;
  const [tab] = useState(() => Math.random().toString(36).slice(2));
  const copies = useMemo(() => createLocalCopies(config, id, tab), [config, id, tab]);
  const kept = useKept({ articles, copies, initial, found });
  /** Counts changes, so that what is typed during a save stays unsaved. */
  const changes = useRef(0);
  const busy = useRef(false);
  /** The last attempt that nothing was heard of: it may have arrived. */
  const unanswered = useRef<{ readonly draft: Draft; readonly key: string } | null>(null);
  const latest = useRef(written);
  latest.current = written;

  const touch = useCallback(() => {
    changes.current += 1;
    setChanged(true);
  }, []);

  const autosave = useAutosave({ articles, copies, stored, isChanged, failure, setFailure, busy, changes }, () =>
    latest.current.toKeep(),
  );
  const { settle: autosaveSettled } = autosave;

  /** Sends a draft; one whose answer was lost goes first, as it was. */
  const send = useCallback(
    async (draft: Draft, over: StoredArticle | undefined): Promise<StoredArticle> => {
      const earlier = unanswered.current;
      if (!stored) {
        const attempt = earlier ?? { draft, key: `${tab}-${changes.current}-${Date.now()}` };
        unanswered.current = attempt;
        const created = await articles.create(attempt.draft, attempt.key);
        if (isSame(attempt.draft, draft)) return created;
        // An answer that comes a second time is that of then.
        return articles.save(draft, await articles.load(created.id));
      }
      unanswered.current = { draft, key: '' };
      try {
        return await articles.save(draft, over ?? stored);
      } catch (error) {
        if (!earlier || failureOf(error).kind !== 'conflict') throw error;
        // Somebody has saved since: it may have been us.
        const present = await articles.load(stored.id);
        const isOurs = present.title === earlier.draft.title && present.content === earlier.draft.content;
        if (!isOurs) throw error;
        return articles.save(draft, present);
      }
    },
    [articles, stored, tab],
  );

  const save = useCallback(
    async (over?: StoredArticle) => {
      // A second Ctrl+S during a save would be a conflict with ourselves.
      if (busy.current) return;
      busy.current = true;
      setSaving(true);
      // What is kept on its way would arrive after the save that makes it old.
      await autosaveSettled();
      const draft = latest.current.toSave();
      const at = changes.current;
      try {
        const saved = await send(draft, over);
        unanswered.current = null;
        copies.clear();
        kept.forgetTaken();
        setStored(saved);
        onSaved(draft);
        setFailure(null);
        if (changes.current === at) setChanged(false);
        if (stored === null) window.history.replaceState(null, '', config.editLink.replace('{id}', String(saved.id)));
      } catch (error) {
        const reason = failureOf(error);
        if (reason.kind !== 'offline' && reason.kind !== 'server') unanswered.current = null;
        copies.write(latest.current.toKeep());
        setChanged(true);
        setFailure(reason);
      } finally {
        busy.current = false;
        setSaving(false);
      }
    },
    [autosaveSettled, config, copies, kept.forgetTaken, onSaved, send, stored],
  );

  /** What failed may have been a save, or what is kept between two of them. */
  const retryAt = useRetry(failure, () => (autosave.hasFailed(failure) ? autosave.keep() : save()));

  const moveTo = useCallback(
    (next: StoredArticle) => {
      if (isChanged) kept.putAside(latest.current.toKeep());
      copies.clear();
      unanswered.current = null;
      setStored(next);
      setFailure(null);
      setChanged(false);
    },
    [copies, isChanged, kept.putAside],
  );

  return {
    stored,
    isSaving,
    isChanged,
    failure,
    retryAt,
    kept: kept.list,
    save,
    touch,
    adopt: setStored,
    moveTo,
    settleKept(taken, isDropped) {
      if (!isDropped && isChanged) kept.putAside(latest.current.toKeep());
      kept.settle(taken, isDropped);
    },
  };
}

function isSame(one: Draft, other: Draft): boolean {
  return (
    JSON.stringify([one.title, one.content, one.fields]) === JSON.stringify([other.title, other.content, other.fields])
  );
}
