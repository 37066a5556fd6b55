import { flushSync, useCallback, useMemo, useRef, useState } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import { type Articles, type Draft, isSameDraft, isSameText, type StoredArticle } from './articles.js';
import { type Cleaned, cleanedOf } from './cleaned.js';
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
  /** Whether this browser has a copy of what could not be saved. */
  readonly isKeptHere: boolean;
  /** Texts that were written and not saved, the newest first; each goes when it was decided on. */
  readonly kept: readonly KeptDraft[];
  /** What the server has made of the text, where that was not only to store it; null once it was taken note of. */
  readonly cleaned: Cleaned | null;
  dismissCleaned(): void;
  /** @param over what somebody else has saved since, and was seen here; without it a newer text is a conflict */
  save(over?: StoredArticle): Promise<void>;
  /** The same for what was tried before, with what that was to do beside saving, such as to publish. */
  again(over?: StoredArticle): Promise<void>;
  /** Says that the text differs from the stored one. */
  touch(): void;
  /** Takes note of what another call has made of it, such as moving it to the trash and back. */
  adopt(stored: StoredArticle): void;
  /** Goes on with another text as the stored one; what was written and not saved is put aside, to be decided on. */
  moveTo(stored: StoredArticle): void;
  /** Puts aside what was not saved, before something else takes its place. @returns false where it cannot be kept */
  setAside(): boolean;
  /** Leaves the page, without a question: all that was written is saved or put aside. */
  leaveFor(address: string): void;
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

/** What was sent. */
interface Attempt {
  readonly draft: Draft;
  /** Of a new text: the same draft with it again makes no second one. */
  readonly key: string;
}

interface WrittenTexts {
  /** What would be saved now. @param isAgain with what the try before was to do besides */
  toSave(isAgain: boolean): Draft;
  /** All that is written, also what the next save would not send. */
  toKeep(): Draft;
}

/** @param onSaved gets what was sent, which may be changed again already, and what is stored now */
export function useSaving(
  { articles, config, initial, found }: SavingParts,
  written: WrittenTexts,
  onSaved: (sent: Draft, stored: StoredArticle) => void,
): Saving {
  const [stored, setStored] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [cleaned, setCleaned] = useState<Cleaned | null>(null);
  const id = stored?.id ?? null;
  const [tab] = useState(() => Math.random().toString(36).slice(2));
  const copies = useMemo(() => createLocalCopies(config, id, tab), [config, id, tab]);
  const [isKeptHere, setKeptHere] = useState(true);
  const keepHere = useCallback((draft: Draft) => setKeptHere(copies.write(draft)), [copies]);
  const kept = useKept({ articles, copies, initial, found });
  /** Counts changes, so that what is typed during a save stays unsaved. */
  const changes = useRef(0);
  const busy = useRef(false);
  /** The attempts since the last answer, the oldest first; each may have arrived. */
  const unanswered = useRef<readonly Attempt[]>([]);
  const latest = useRef(written);
  latest.current = written;

  const touch = useCallback(() => {
    changes.current += 1;
    setChanged(true);
  }, []);

  const autosave = useAutosave({ articles, keepHere, stored, isChanged, failure, setFailure, busy, changes }, () =>
    latest.current.toKeep(),
  );
  const { settle: autosaveSettled } = autosave;

  /** Sends a draft; one whose answer was lost goes first, as it was. */
  const send = useCallback(
    async (draft: Draft, over: StoredArticle | undefined): Promise<StoredArticle> => {
      const earlier = unanswered.current;
      if (!stored) {
        const attempt = earlier[0] ?? { draft, key: `${tab}-${changes.current}-${Date.now()}` };
        unanswered.current = [attempt];
        const created = await articles.create(attempt.draft, attempt.key);
        if (isSameDraft(attempt.draft, draft)) return created;
        // An answer that comes a second time is that of then.
        return articles.save(draft, await articles.load(created.id));
      }
      unanswered.current = [...earlier.filter((one) => !isSameDraft(one.draft, draft)), { draft, key: '' }];
      try {
        return await articles.save(draft, over ?? stored);
      } catch (error) {
        if (earlier.length === 0 || failureOf(error).kind !== 'conflict') throw error;
        // Somebody has saved since: it may have been us.
        const present = await articles.load(stored.id);
        if (!earlier.some((one) => isSameText(one.draft, present))) throw error;
        return articles.save(draft, present);
      }
    },
    [articles, stored, tab],
  );

  const attempt = useCallback(
    async (isAgain: boolean, over: StoredArticle | undefined) => {
      // A second Ctrl+S during a save would be a conflict with ourselves.
      if (busy.current) return;
      busy.current = true;
      setSaving(true);
      // What is kept on its way would arrive after the save that makes it old.
      await autosaveSettled();
      const draft = latest.current.toSave(isAgain);
      const at = changes.current;
      try {
        const saved = await send(draft, over);
        unanswered.current = [];
        copies.clear();
        copies.allow();
        kept.forgetTaken();
        setStored(saved);
        onSaved(draft, saved);
        setFailure(null);
        setCleaned((before) => cleanedOf(draft, saved) ?? before);
        if (changes.current === at) setChanged(false);
        if (stored === null) window.history.replaceState(null, '', config.editLink.replace('{id}', String(saved.id)));
      } catch (error) {
        const reason = failureOf(error);
        if (reason.kind !== 'offline' && reason.kind !== 'server') unanswered.current = [];
        keepHere(latest.current.toKeep());
        setChanged(true);
        setFailure(reason);
      } finally {
        busy.current = false;
        setSaving(false);
      }
    },
    [autosaveSettled, config, copies, keepHere, kept.forgetTaken, onSaved, send, stored],
  );

  const save = useCallback((over?: StoredArticle) => attempt(false, over), [attempt]);
  const again = useCallback((over?: StoredArticle) => attempt(true, over), [attempt]);

  /** What failed may have been a save, or what is kept between two of them. */
  const retryAt = useRetry(failure, () => (autosave.hasFailed(failure) ? autosave.keep() : again()));

  const moveTo = useCallback(
    (next: StoredArticle) => {
      if (isChanged) kept.putAside(latest.current.toKeep());
      copies.clear();
      unanswered.current = [];
      setStored(next);
      setFailure(null);
      setChanged(false);
    },
    [copies, isChanged, kept.putAside],
  );

  function setAside(): boolean {
    if (!isChanged) return true;
    const aside = kept.putAside(latest.current.toKeep());
    if (aside.key === null) kept.settle(aside, true);
    return aside.key !== null;
  }

  return {
    stored,
    isSaving,
    isChanged,
    failure,
    retryAt,
    isKeptHere,
    kept: kept.list,
    cleaned,
    dismissCleaned: () => setCleaned(null),
    save,
    again,
    touch,
    adopt: setStored,
    moveTo,
    setAside,
    leaveFor(address) {
      // What asks before the page is left has to be gone by then.
      flushSync(() => setChanged(false));
      copies.clear();
      window.location.assign(address);
    },
    settleKept(taken, isDropped) {
      if (!isDropped && isChanged) kept.putAside(latest.current.toKeep());
      kept.settle(taken, isDropped);
    },
  };
}
