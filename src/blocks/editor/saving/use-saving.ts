import { flushSync, useCallback, useMemo, useRef, useState } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import { type Articles, type Draft, isSameDraft, isSameText, type StoredArticle } from './articles.js';
import { type Failure, failureOf } from './failure.js';
import { createLocalCopies, type LocalDraft } from './local-copies.js';
import { useAutosave } from './use-autosave.js';
import { useRetry } from './use-retry.js';
import { useUnsavedDrafts } from './use-unsaved-drafts.js';

export interface Saving {
  readonly stored: StoredArticle | null;
  readonly isSaving: boolean;
  /** Whether anything was changed since the last save. */
  readonly isChanged: boolean;
  readonly failure: Failure | null;
  /** Time of the next automatic retry in milliseconds since 1970; null for none. */
  readonly retryAt: number | null;
  /** Whether this browser has a copy of the text that could not be saved. */
  readonly isKeptHere: boolean;
  /** Unsaved texts, newest first. Each disappears once the user has decided on it. */
  readonly localDrafts: readonly LocalDraft[];
  /** Changes that the server made to the text; null for none, or once dismissed. */
  readonly cleaned: CleanedContent | null;
  dismissCleaned(): void;
  /**
   * Saves the text.
   * @param over version of another user to overwrite, which was shown here. Without it, a newer text is a conflict.
   */
  save(over?: StoredArticle): Promise<void>;
  /** Repeats the last attempt including its step, such as publishing. */
  again(over?: StoredArticle): Promise<void>;
  /** Marks the text as changed. */
  touch(): void;
  /** Adopts the result of another call, such as moving it to the trash and back. */
  adopt(stored: StoredArticle): void;
  /** Continues with another text as the stored one. Unsaved text is set aside for the user to decide on. */
  moveTo(stored: StoredArticle): void;
  /** Sets unsaved text aside before it is replaced. @returns false if it cannot be stored */
  setAside(): boolean;
  /** Leaves the page without a prompt. All text must be saved or set aside. */
  leaveFor(address: string): void;
  /**
   * Settles one unsaved text.
   * @param isDropped true deletes the copy. False replaces the current text with it, sets that aside, and keeps the
   * copy until the next save.
   */
  settleDraft(unsaved: LocalDraft, isDropped: boolean): void;
}

interface SavingParts {
  readonly articles: Articles;
  readonly config: EditorConfig;
  readonly initial: StoredArticle | null;
  /** Autosave on the server from an earlier visit. */
  readonly found: LocalDraft | null;
}

/** Attempt to save a draft. */
interface Attempt {
  readonly draft: Draft;
  /** Idempotency key of a new text; repeating it with the same draft creates no second text. */
  readonly key: string;
}

interface WrittenTexts {
  /** Returns the draft to save. @param isAgain whether to include the step of the previous attempt */
  toSave(isAgain: boolean): Draft;
  /** Returns all current text, including parts that the next save would not send. */
  toKeep(): Draft;
}

/**
 * Saves a text, retries failures and keeps unsaved text.
 * @param onSaved receives the draft that was sent, which may have changed since, and the stored text
 */
export function useSaving(
  { articles, config, initial, found }: SavingParts,
  written: WrittenTexts,
  onSaved: (sent: Draft, stored: StoredArticle) => void,
): Saving {
  const [stored, setStored] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [cleaned, setCleaned] = useState<CleanedContent | null>(null);
  const id = stored?.id ?? null;
  const [tab] = useState(() => Math.random().toString(36).slice(2));
  const copies = useMemo(() => createLocalCopies(config, id, tab), [config, id, tab]);
  const [isKeptHere, setKeptHere] = useState(true);
  const keepHere = useCallback((draft: Draft) => setKeptHere(copies.write(draft)), [copies]);
  const drafts = useUnsavedDrafts({ articles, copies, initial, found });
  /** Number of changes, so that text typed during a save stays unsaved. */
  const changes = useRef(0);
  const busy = useRef(false);
  /** Attempts without a response, oldest first. Each may have arrived. */
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

  /** Sends a draft. A new text whose response was lost is sent first, unchanged. */
  const send = useCallback(
    async (draft: Draft, over: StoredArticle | undefined): Promise<StoredArticle> => {
      const earlier = unanswered.current;
      if (!stored) {
        const attempt = earlier[0] ?? { draft, key: `${tab}-${changes.current}-${Date.now()}` };
        unanswered.current = [attempt];
        const created = await articles.create(attempt.draft, attempt.key);
        if (isSameDraft(attempt.draft, draft)) return created;
        // A repeated response is from the first attempt and may be outdated.
        return articles.save(draft, await articles.load(created.id));
      }
      unanswered.current = [...earlier.filter((one) => !isSameDraft(one.draft, draft)), { draft, key: '' }];
      try {
        return await articles.save(draft, over ?? stored);
      } catch (error) {
        if (earlier.length === 0 || failureOf(error).kind !== 'conflict') throw error;
        // The newer version may be from our own lost attempt.
        const present = await articles.load(stored.id);
        if (!earlier.some((one) => isSameText(one.draft, present))) throw error;
        return articles.save(draft, present);
      }
    },
    [articles, stored, tab],
  );

  const attempt = useCallback(
    async (isAgain: boolean, over: StoredArticle | undefined) => {
      // A second Ctrl+S during a save would conflict with it.
      if (busy.current) return;
      busy.current = true;
      setSaving(true);
      // An autosave in progress must not arrive after the save.
      await autosaveSettled();
      const draft = latest.current.toSave(isAgain);
      const at = changes.current;
      try {
        const saved = await send(draft, over);
        unanswered.current = [];
        copies.clear();
        copies.allow();
        drafts.forgetTaken();
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
    [autosaveSettled, config, copies, keepHere, drafts.forgetTaken, onSaved, send, stored],
  );

  const save = useCallback((over?: StoredArticle) => attempt(false, over), [attempt]);
  const again = useCallback((over?: StoredArticle) => attempt(true, over), [attempt]);

  /** Retries the failed save or autosave. */
  const retryAt = useRetry(failure, () => (autosave.hasFailed(failure) ? autosave.keep() : again()));

  const moveTo = useCallback(
    (next: StoredArticle) => {
      if (isChanged) drafts.putAside(latest.current.toKeep());
      copies.clear();
      unanswered.current = [];
      setStored(next);
      setFailure(null);
      setChanged(false);
    },
    [copies, isChanged, drafts.putAside],
  );

  function setAside(): boolean {
    if (!isChanged) return true;
    const aside = drafts.putAside(latest.current.toKeep());
    if (aside.key === null) drafts.settle(aside, true);
    return aside.key !== null;
  }

  return {
    stored,
    isSaving,
    isChanged,
    failure,
    retryAt,
    isKeptHere,
    localDrafts: drafts.list,
    cleaned,
    dismissCleaned: () => setCleaned(null),
    save,
    again,
    touch,
    adopt: setStored,
    moveTo,
    setAside,
    leaveFor(address) {
      // The `beforeunload` listener has to be removed first.
      flushSync(() => setChanged(false));
      copies.clear();
      window.location.assign(address);
    },
    settleDraft(unsaved, isDropped) {
      if (!isDropped && isChanged) drafts.putAside(latest.current.toKeep());
      drafts.settle(unsaved, isDropped);
    },
  };
}

/** Text that the server changed because its author may not store arbitrary HTML. */
interface CleanedContent {
  readonly sent: Draft;
  readonly stored: StoredArticle;
}

/** Null if nothing was removed. */
function cleanedOf(sent: Draft, stored: StoredArticle): CleanedContent | null {
  return isSameHtml(sent.content, stored.content) ? null : { sent, stored };
}

/** Whether browsers parse both the same. A different spelling of void elements, for example, is not reported. */
function isSameHtml(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [one, other].map((html) => new DOMParser().parseFromString(html, 'text/html').body);
  return a?.isEqualNode(b ?? null) ?? false;
}
