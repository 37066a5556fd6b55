import { BlockControls, useBlockProps } from '@wordpress/block-editor';
import { ToolbarButton, ToolbarGroup } from '@wordpress/components';
import { useId, useState } from '@wordpress/element';
import type { BlockEditProps } from './api/register-block.js';
import { ServerPreview } from './api/server-preview.js';
import { useEditedDocument } from './panels/open-document.js';
import { type Texts, useTexts } from './texts/use-texts.js';

interface Embed {
  readonly url?: string;
}

/**
 * Editor of an embed, which is a link card here: first its URL, then the card as readers see it. Sends no request to
 * the linked site.
 */
export function LinkCardEdit({ attributes, setAttributes }: BlockEditProps<Embed>) {
  const { locale } = useEditedDocument();
  const text = useTexts(locale);
  const [isOpen, setOpen] = useState(!attributes.url);
  return (
    <>
      {!isOpen && (
        <BlockControls>
          <ToolbarGroup>
            <ToolbarButton onClick={() => setOpen(true)}>{text('card-change')}</ToolbarButton>
          </ToolbarGroup>
        </BlockControls>
      )}
      <div {...useBlockProps()}>
        {isOpen ? (
          <AddressForm
            address={attributes.url ?? ''}
            text={text}
            take={(url) => {
              setAttributes({ url });
              setOpen(false);
            }}
          />
        ) : (
          <ServerPreview name="core/embed" attributes={attributes as Readonly<Record<string, unknown>>} />
        )}
      </div>
    </>
  );
}

function AddressForm({ address, text, take }: { address: string; text: Texts; take: (url: string) => void }) {
  const id = useId();
  const [written, setWritten] = useState(address);
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      className="me-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const url = written.trim();
        if (isWebAddress(url)) take(url);
        else setWrong(true);
      }}
    >
      <label htmlFor={id}>{text('card-address')}</label>
      <input
        id={id}
        type="url"
        value={written}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setWritten(target.value)}
      />
      <p id={`${id}-hint`} role={isWrong ? 'alert' : undefined}>
        {text(isWrong ? 'card-wrong' : 'card-hint')}
      </p>
      <button type="submit" className="me-card-button">
        {text('card-insert')}
      </button>
    </form>
  );
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
