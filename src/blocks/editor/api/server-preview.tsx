import { getBlockType, getSaveContent } from '@wordpress/blocks';
import { useEffect, useMemo, useRef, useState } from '@wordpress/element';
import { isClientError } from '../../../client.js';
import { useEditedDocument } from '../panels/open-document.js';
import { useTexts } from '../texts/use-texts.js';

/** React 18 does not know `inert` and passes it through. */
const INERT: object = { inert: '' };

/**
 * Preview of a block as the server renders it, for blocks that readers see differently than stored. Nothing in it can
 * be clicked or reached by keyboard. It updates when the block changes and when the text is saved.
 *
 * ```tsx
 * <div {...useBlockProps()}>
 *   <ServerPreview name="acme/recipe-card" attributes={attributes} />
 * </div>
 * ```
 */
export function ServerPreview({
  name,
  attributes,
  empty,
}: {
  /** Name of the block. */
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  /** Message shown if the output is empty and the server gives no reason. Default: a general sentence. */
  empty?: string | undefined;
}) {
  const { locale } = useEditedDocument();
  const text = useTexts(locale);
  const { html, reason, isLoading, failure, retry } = useServerPreview(name, attributes);
  return (
    <div className="me-preview" aria-busy={isLoading}>
      {html !== null && html !== '' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it, as it does for readers.
        <div className="me-preview-picture" dangerouslySetInnerHTML={{ __html: html }} {...INERT} />
      )}
      <p className="me-preview-note" role="status">
        {html === null && isLoading && text('preview-loading')}
        {html === '' && failure === null && !isLoading && (reason ?? empty ?? text('preview-empty'))}
        {failure !== null && text('preview-failed', { message: failure || text('preview-offline') })}
      </p>
      {failure !== null && (
        <button type="button" className="me-preview-retry" onClick={retry}>
          {text('preview-retry')}
        </button>
      )}
    </div>
  );
}

/** Milliseconds without a change before the server is asked. */
const WAIT = 350;

type Picture = Pick<ServerPreviewState, 'html' | 'reason'>;

interface ServerPreviewState {
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
function useServerPreview(name: string, attributes: Attributes): ServerPreviewState {
  const { client, stored, locale, blockPreview } = useEditedDocument();
  const [{ html, reason }, setPicture] = useState<Picture>({ html: null, reason: null });
  const [isLoading, setLoading] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  // Attributes are new objects at each change of any block, so they are compared by value.
  const requestBody = JSON.stringify(bodyOf(name, attributes));
  const body = useMemo(
    () => ({ ...(JSON.parse(requestBody) as object), article: stored?.id ?? null, locale: stored?.locale ?? locale }),
    [requestBody, stored, locale],
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
  const attributeDefinitions: Readonly<Record<string, { readonly source?: unknown }>> =
    getBlockType(name)?.attributes ?? {};
  const settings = Object.entries(attributes).filter(([key]) => attributeDefinitions[key]?.source === undefined);
  return { name, attributes: Object.fromEntries(settings), content: getSaveContent(name, { ...attributes }) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
