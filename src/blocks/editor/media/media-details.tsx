import { useEffect, useId, useState } from '@wordpress/element';
import type { Texts } from '../texts/use-texts.js';
import type { Library } from './library.js';
import { type MediaItem, thumbnailOf } from './media-item.js';
import { reasonOf } from './reason.js';

/** Form with the title and alternative text of a file. Saving shows an error to users who may not change it. */
export function MediaDetails({
  item,
  library,
  onChange,
  text,
}: {
  item: MediaItem;
  library: Library;
  onChange: (item: MediaItem) => void;
  text: Texts;
}) {
  const [title, setTitle] = useState(item.title);
  const [alt, setAlt] = useState(item.alt);
  const [note, setNote] = useState('');
  const ids = { title: useId(), alt: useId(), hint: useId() };
  useEffect(() => {
    setTitle(item.title);
    setAlt(item.alt);
    setNote('');
  }, [item.id]);
  const picture = thumbnailOf(item);
  const { width, height } = item;
  const isChanged = title !== item.title || alt !== item.alt;

  async function save(): Promise<void> {
    try {
      onChange(await library.update(item.id, { title, alt }));
      setNote(text('media-saved'));
    } catch (error) {
      setNote(text('media-save-failed', { message: reasonOf(error, text) }));
    }
  }

  return (
    <form
      className="me-media-about"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {picture !== null && <img src={picture} alt={item.alt} />}
      <p className="me-media-facts">
        <b>{item.filename}</b>
        {width !== null && height !== null && (
          <span>{text('media-pixels', { width: String(width), height: String(height) })}</span>
        )}
      </p>
      <label htmlFor={ids.title}>{text('media-name')}</label>
      <input id={ids.title} value={title} maxLength={500} onChange={(event) => setTitle(event.target.value)} />
      {item.type === 'image' && (
        <>
          <label htmlFor={ids.alt}>{text('media-alt')}</label>
          <textarea
            id={ids.alt}
            rows={3}
            value={alt}
            maxLength={5000}
            aria-describedby={ids.hint}
            onChange={(event) => setAlt(event.target.value)}
          />
          <p className="me-media-hint" id={ids.hint}>
            {text('media-alt-hint')}
          </p>
        </>
      )}
      <button type="submit" className="me-notice-action" aria-disabled={!isChanged}>
        {text('media-save')}
      </button>
      <p className="me-media-note" role="status">
        {note}
      </p>
    </form>
  );
}
