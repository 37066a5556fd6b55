import { getBlockType, getSaveContent } from '@wordpress/blocks';
import { useEffect, useMemo, useRef, useState } from '@wordpress/element';
import { isClientError } from '../../../client.js';
import { useEditedDocument } from '../panels/open-document.js';

/** Milliseconds without a change before the server is asked. */
const WAIT = 350;

type Picture = Pick<ServerPreviewState, 'html' | 'reason'>;

export interface ServerPreviewState {
  /** HTML of the last preview, also while the next one loads; null before the first. */
  readonly html: string | null;
  /** Reason why the preview is empty, if the server knows it. */
  readonly reason: string | null;
  readonly isLoading: boolean;
  /** Message of the server if the preview failed; empty if it cannot be reached, null for no failure. */
  readonly failure: string | null;
  retry(): void;
}

type Attributes = Readonly<Record<string, unknown>>;

/** Fetches the preview of a block, and again whenever the block changes or the text is saved. */
export function useServerPreview(name: string, attributes: Attributes): ServerPreviewState {
  const { client, stored, locale, blockPreview } = useEditedDocument();
  const [{ html, reason }, setPicture] = useState<Picture>({ html: null, reason: null });
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  // Attributes are new objects at each change of any block, so they are compared by value.
  const asked = JSON.stringify(bodyOf(name, attributes));
  const body = useMemo(
    () => ({ ...(JSON.parse(asked) as object), article: stored?.id ?? null, locale: stored?.locale ?? locale }),
    [asked, stored, locale],
  );

  useEffect(() => {
    const abort = new AbortController();
    async function ask(): Promise<void> {
      try {
        const { data } = await client.request('POST', blockPreview, { body, signal: abort.signal });
        setPicture(data as Picture);
        setFailure(null);
      } catch (error) {
        if (abort.signal.aborted) return;
        setFailure(isClientError(error) && error.status === 0 ? '' : messageOf(error));
      }
      setLoading(false);
    }
    setLoading(true);
    const timer = window.setTimeout(() => void ask(), isFirst.current ? 0 : WAIT);
    isFirst.current = false;
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [client, blockPreview, body, attempt]);

  return { html, reason, isLoading, failure, retry: () => setAttempt((before) => before + 1) };
}

/** Attributes as stored in the comment, and the markup as stored. */
function bodyOf(name: string, attributes: Attributes): Readonly<Record<string, unknown>> {
  const known: Readonly<Record<string, { readonly source?: unknown }>> = getBlockType(name)?.attributes ?? {};
  const settings = Object.entries(attributes).filter(([key]) => known[key]?.source === undefined);
  return { name, attributes: Object.fromEntries(settings), content: getSaveContent(name, { ...attributes }) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
