import { useEditedDocument } from '../panels/open-document.js';
import { useTexts } from '../strings/use-texts.js';
import { useServerPreview } from './use-server-preview.js';

/** React 18 knows no `inert` and hands it on as it is. */
const INERT: object = { inert: '' };

/**
 * A block as the server shows it to whoever writes, for blocks that readers see something else of than what is stored.
 * Nothing in it can be clicked or reached by keyboard. It changes with the block, and when the text is saved.
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
  /** Of the block. */
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  /** Said where readers see nothing and the server does not know why; default a sentence that says so. */
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
