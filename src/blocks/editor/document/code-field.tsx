import { useId } from '@wordpress/element';
import type { Texts } from '../texts/use-texts.js';
import type { EditedDocument } from './use-document.js';

/** Title and source of the text, shown in place of the canvas. */
export function CodeField({
  edited: { title, setTitle, code, setCode },
  text,
}: {
  edited: Pick<EditedDocument, 'title' | 'setTitle' | 'code' | 'setCode'>;
  text: Texts;
}) {
  const id = useId();
  return (
    <div className="me-code">
      <label htmlFor={`${id}-title`}>{text('title')}</label>
      <input
        id={`${id}-title`}
        className="me-code-title"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
      />
      <label htmlFor={`${id}-code`}>{text('code')}</label>
      <textarea
        id={`${id}-code`}
        value={code?.text ?? ''}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setCode(event.target.value)}
      />
    </div>
  );
}
