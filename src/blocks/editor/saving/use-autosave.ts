import { useCallback, useEffect, useRef } from '@wordpress/element';
import { isClientError } from '../../../client.js';
import type { Articles, Draft, StoredArticle } from './articles.js';
import { type Failure, type FailureKind, failureOf } from './failure.js';

/** Milliseconds between two autosaves. */
const KEEP_EVERY = 10_000;

/** Failures that block a save but not an autosave. */
const MAY_KEEP: ReadonlySet<FailureKind> = new Set(['conflict', 'refused', 'too-large']);

export interface Autosave {
  keep(): Promise<void>;
  /** Waits until no autosave is in progress. */
  settle(): Promise<void>;
  /** Whether the failure is of an autosave, not of a save. */
  hasFailed(failure: Failure | null): boolean;
}

interface AutosaveParts {
  readonly articles: Pick<Articles, 'keep'>;
  /** Stores it in this browser. */
  readonly keepHere: (draft: Draft) => void;
  /** Null for a new text, which is only stored in this browser until its first save creates a draft. */
  readonly stored: StoredArticle | null;
  readonly isChanged: boolean;
  readonly failure: Failure | null;
  readonly setFailure: (failure: Failure | null) => void;
  readonly busy: { readonly current: boolean };
  readonly changes: { readonly current: number };
}

/** Autosaves the text every few seconds, in this browser and on the server. */
export function useAutosave(parts: AutosaveParts, current: () => Draft): Autosave {
  const { keepHere: keepDraft, isChanged } = parts;
  const latest = useRef({ ...parts, current });
  latest.current = { ...parts, current };
  /** Number of the last change that the server has seen. */
  const seen = useRef(-1);
  const underWay = useRef<Promise<void>>(Promise.resolve());
  const own = useRef<Failure | null>(null);
  const isUnknown = useRef(false);

  const send = useCallback(async (draft: Draft, stored: StoredArticle): Promise<void> => {
    const { articles, changes, setFailure, failure } = latest.current;
    const at = changes.current;
    try {
      await articles.keep(draft, stored);
      seen.current = at;
      if (failure !== null && failure === own.current) setFailure(null);
    } catch (error) {
      isUnknown.current = isClientError(error, 'rest_no_route');
      if (isUnknown.current) return;
      if (isClientError(error, 'vendor_kb_autosave_elsewhere')) {
        // Another window has the autosave on the server; this browser stores both.
        seen.current = at;
        return;
      }
      own.current = failureOf(error);
      // The failure of a save is more informative than that of an autosave.
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
      // A retry follows by itself, or would be rejected again. Until then, only this browser stores the text.
      const isPaused = failure !== null && (failure === own.current || !MAY_KEEP.has(failure.kind));
      if (isPaused) keepDraft(latest.current.current());
      else void keep();
    }
    const timer = window.setInterval(tick, KEEP_EVERY);
    const keepHere = (): void => keepDraft(latest.current.current());
    const warn = (event: BeforeUnloadEvent): void => {
      // The listener outlives a save for a moment.
      if (!latest.current.isChanged) return;
      keepHere();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    // Phones discard background pages without an event.
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
