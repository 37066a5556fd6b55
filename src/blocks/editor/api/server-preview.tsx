import { useEditedDocument } from '../panels/open-document.js';
import { useTexts } from '../texts/use-texts.js';
import { useServerPreview } from './use-server-preview.js';

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
