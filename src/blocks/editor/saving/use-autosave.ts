import { useCallback, useEffect, useRef } from '@wordpress/element';
import { isClientError } from '../../../client.js';
import type { Articles, Draft, StoredArticle } from './articles.js';
import { type Failure, type FailureKind, failureOf } from './failure.js';

/** How long what was written may be in this tab alone, in milliseconds. */
const KEEP_EVERY = 10_000;

/** What keeps a text from being saved, and not from being kept. */
const MAY_KEEP: ReadonlySet<FailureKind> = new Set(['conflict', 'refused', 'too-large']);

export interface Autosave {
  keep(): Promise<void>;
  /** Waits until nothing is on its way. */
  settle(): Promise<void>;
  /** Whether it was this that failed, and not a save. */
  hasFailed(failure: Failure | null): boolean;
}

interface AutosaveParts {
  readonly articles: Pick<Articles, 'keep'>;
  /** Keeps it in this browser. */
  readonly keepHere: (draft: Draft) => void;
  /** Something new is kept by this browser alone: it becomes a draft when it is saved at first. */
  readonly stored: StoredArticle | null;
  readonly isChanged: boolean;
  readonly failure: Failure | null;
  readonly setFailure: (failure: Failure | null) => void;
  readonly busy: { readonly current: boolean };
  readonly changes: { readonly current: number };
}

/** Keeps what is being written every few seconds, in this browser and on the server. */
export function useAutosave(parts: AutosaveParts, current: () => Draft): Autosave {
  const { keepHere: keepDraft, isChanged } = parts;
  const latest = useRef({ ...parts, current });
  latest.current = { ...parts, current };
  /** The change that the server has seen. */
  const seen = useRef(-1);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const own = useRef<Failure | null>(null);
  const isUnknown = useRef(false);

  const send = useCallback(async (draft: Draft, known: StoredArticle): Promise<void> => {
    const { articles, changes, setFailure, failure } = latest.current;
    const at = changes.current;
    try {
      await articles.keep(draft, known);
      seen.current = at;
      if (failure !== null && failure === own.current) setFailure(null);
    } catch (error) {
      isUnknown.current = isClientError(error, 'rest_no_route');
      if (isUnknown.current) return;
      if (isClientError(error, 'vendor_kb_autosave_elsewhere')) {
        // The other window has the place on the server; this browser keeps both.
        seen.current = at;
        return;
      }
      own.current = failureOf(error);
      // What keeps a text from being saved tells more than what keeps it from being kept.
      if (latest.current.failure === null || latest.current.failure === failure) setFailure(own.current);
    }
  }, []);

  const keep = useCallback(async (): Promise<void> => {
    const { keepHere: keepDraft, stored, busy, changes, current: text } = latest.current;
    if (busy.current) return;
    const draft = text();
    keepDraft(draft);
    if (stored === null || isUnknown.current || changes.current === seen.current) return;
    underWay.current = underWay.current.then(() => send(draft, stored));
    await underWay.current;
  }, [send]);

  useEffect(() => {
    if (!isChanged) return;
    function tick(): void {
      const { failure } = latest.current;
      // Another try comes by itself or would be refused like the last one; meanwhile this browser alone keeps it.
      const isPaused = failure !== null && (failure === own.current || !MAY_KEEP.has(failure.kind));
      if (isPaused) keepDraft(latest.current.current());
      else void keep();
    }
    const timer = window.setInterval(tick, KEEP_EVERY);
    const keepHere = (): void => keepDraft(latest.current.current());
    const warn = (event: BeforeUnloadEvent): void => {
      keepHere();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    // Phones end pages that nobody looks at without a word.
    document.addEventListener('visibilitychange', keepHere);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', keepHere);
    };
  }, [keepDraft, isChanged, keep]);

  return {
    keep,
    settle: useCallback(() => underWay.current, []),
    hasFailed: (failure) => failure !== null && failure === own.current,
  };
}
