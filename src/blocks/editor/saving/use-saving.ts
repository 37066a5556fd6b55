import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import type { Articles, Draft, StoredArticle } from './articles.js';
import { type Failure, failureOf } from './failure.js';
import { createLocalCopy, type KeptDraft } from './local-copy.js';

/** How long what was written may be in this tab alone, in milliseconds. */
const KEEP_EVERY = 10_000;

export interface Saving {
  readonly stored: StoredArticle | null;
  readonly isSaving: boolean;
  /** Something was changed since it was last saved. */
  readonly isChanged: boolean;
  readonly failure: Failure | null;
  /** What an earlier visit has left in this browser; null once it was decided on. */
  readonly kept: KeptDraft | null;
  save(overwrite?: boolean): Promise<void>;
  /** Says that the text differs from the stored one. */
  touch(): void;
  /** Takes what the server has, and forgets what was written. */
  takeTheirs(): Promise<Draft | null>;
  /** Takes note of what another call has made of it, such as moving it to the trash and back. */
  adopt(stored: StoredArticle): void;
  /** @param isDropped else it was taken over, and stays until it is saved */
  settleKept(isDropped: boolean): void;
}

/** @param current what would be saved now @param onSaved gets what was saved, which may be changed again already */
export function useSaving(
  { articles, config, initial }: { articles: Articles; config: EditorConfig; initial: StoredArticle | null },
  current: () => Draft,
  onSaved: (draft: Draft) => void,
): Saving {
  const [stored, setStored] = useState(initial);
  const [isSaving, setSaving] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const copy = useCallback((id: number | null) => createLocalCopy(config, id), [config]);
  const [kept, setKept] = useState<KeptDraft | null>(() => unsavedCopy(copy(initial?.id ?? null).read(), initial));
  /** Counts changes, so that what is typed during a save stays unsaved. */
  const changes = useRef(0);
  const busy = useRef(false);
  const latest = useRef(current);
  latest.current = current;
  const id = stored?.id ?? null;

  const touch = useCallback(() => {
    changes.current += 1;
    setChanged(true);
  }, []);

  const save = useCallback(
    async (overwrite = false) => {
      // A second Ctrl+S during a save would be a conflict with ourselves.
      if (busy.current) return;
      busy.current = true;
      setSaving(true);
      const draft = latest.current();
      const at = changes.current;
      try {
        const saved = await articles.save(draft, stored, overwrite);
        copy(id).remove();
        setStored(saved);
        onSaved(draft);
        setFailure(null);
        setKept(null);
        if (changes.current === at) setChanged(false);
        if (stored === null) window.history.replaceState(null, '', config.editLink.replace('{id}', String(saved.id)));
      } catch (error) {
        copy(id).write(draft);
        setChanged(true);
        setFailure(failureOf(error));
      } finally {
        busy.current = false;
        setSaving(false);
      }
    },
    [articles, config, copy, id, onSaved, stored],
  );

  const takeTheirs = useCallback(async () => {
    if (id === null) return null;
    try {
      const theirs = await articles.load(id);
      copy(id).remove();
      setStored(theirs);
      setFailure(null);
      setChanged(false);
      return { ...theirs, fields: {} };
    } catch (error) {
      setFailure(failureOf(error));
      return null;
    }
  }, [articles, copy, id]);

  const settleKept = useCallback(
    (isDropped: boolean) => {
      if (isDropped) copy(id).remove();
      setKept(null);
    },
    [copy, id],
  );

  useEffect(() => {
    if (!isChanged) return;
    const keep = (): void => void copy(id).write(latest.current());
    const timer = window.setInterval(keep, KEEP_EVERY);
    const warn = (event: BeforeUnloadEvent): void => {
      keep();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('beforeunload', warn);
    };
  }, [copy, id, isChanged]);

  return { stored, isSaving, isChanged, failure, kept, save, touch, takeTheirs, adopt: setStored, settleKept };
}

/** A copy that says what is stored anyway is of no use to anybody. */
function unsavedCopy(kept: KeptDraft | null, stored: StoredArticle | null): KeptDraft | null {
  if (!kept) return null;
  if (Object.keys(kept.fields).length > 0) return kept;
  return kept.title === stored?.title && kept.content === stored.content ? null : kept;
}
