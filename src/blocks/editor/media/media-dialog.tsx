import { useEffect, useId, useRef, useState } from '@wordpress/element';
import type { DragEvent } from 'react';
import { Dialog } from '../shell/dialog.js';
import type { Texts } from '../texts/use-texts.js';
import { type Library, MEDIA_KINDS, type MediaKind } from './library.js';
import { MediaDetails } from './media-details.js';
import { MediaGrid } from './media-grid.js';
import type { MediaItem } from './media-item.js';
import { reasonOf } from './reason.js';
import { UploadNote } from './upload-notes.js';
import type { Uploader } from './uploader.js';
import { useLibraryUploads } from './use-library-uploads.js';
import { useMediaList } from './use-media-list.js';

export interface MediaDialogProps {
  readonly library: Library;
  /** Null for a user who may not upload. */
  readonly upload: Uploader | null;
  /** Only type that can be chosen; null for any. */
  readonly kind: MediaKind | null;
  readonly isMultiple: boolean;
  /** IDs of the files that are already chosen. */
  readonly chosen: readonly number[];
  /** Receives the chosen files; null if the dialog is closed without a choice. */
  readonly onClose: (items: readonly MediaItem[] | null) => void;
  readonly text: Texts;
}

/** Dialog of the media library: find, upload, describe and choose files. */
export function MediaDialog({ library, upload, kind: only, isMultiple, chosen, onClose, text }: MediaDialogProps) {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<MediaKind | null>(only);
  const [selected, setSelected] = useState<readonly MediaItem[]>([]);
  const [active, setActive] = useState(0);
  const list = useMediaList(library, search.trim(), kind);
  const ids = { kind: useId() };

  // The files of a gallery are part of the selection, although they may be on a later page.
  useEffect(() => {
    let isHere = true;
    library.some(chosen).then(
      (items) => isHere && setSelected((now) => [...items, ...now]),
      // If they fail to load, the user selects the files again.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);

  function toggle(item: MediaItem): void {
    setSelected((before) => {
      const others = before.filter(({ id }) => id !== item.id);
      if (others.length < before.length) return others;
      return isMultiple ? [...before, item] : [item];
    });
  }
  function take(item: MediaItem): void {
    if (isMultiple) toggle(item);
    else onClose([item]);
  }
  function change(item: MediaItem): void {
    list.change(item);
    setSelected((before) => before.map((selectedItem) => (selectedItem.id === item.id ? item : selectedItem)));
  }
  function arrived(item: MediaItem): void {
    list.add(item);
    const fits = only === null || item.mime.startsWith(`${only}/`);
    if (fits) setSelected((before) => (isMultiple ? [...before, item] : [item]));
    setActive(0);
  }

  const { items, total, isLoading, error } = list;
  const last = selected.at(-1);
  const isEmpty = !isLoading && error === null && items.length === 0;
  return (
    <Dialog
      title={text('media-title')}
      text={text}
      size="wide"
      onClose={() => onClose(null)}
      footer={
        <>
          <p className="me-media-count" role="status">
            {selected.length > 0 && text('media-selected', { count: String(selected.length) })}
          </p>
          <button type="button" className="me-notice-action" onClick={() => onClose(null)}>
            {text('media-leave')}
          </button>
          <button
            type="button"
            className="me-save"
            aria-disabled={selected.length === 0}
            onClick={() => selected.length > 0 && onClose(selected)}
          >
            {text('media-insert')}
          </button>
        </>
      }
    >
      <UploadArea upload={upload} arrived={arrived} text={text}>
        <input
          type="search"
          className="me-media-search"
          aria-label={text('media-search')}
          placeholder={text('media-search')}
          data-focus
          maxLength={190}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setActive(0);
          }}
        />
        {only === null && (
          <>
            <label className="m-hidden" htmlFor={ids.kind}>
              {text('media-kind')}
            </label>
            <select
              id={ids.kind}
              value={kind ?? ''}
              onChange={(event) => {
                setKind(MEDIA_KINDS.find((each) => each === event.target.value) ?? null);
                setActive(0);
              }}
            >
              <option value="">{text('media-kind-all')}</option>
              {MEDIA_KINDS.map((each) => (
                <option key={each} value={each}>
                  {text(`media-kind-${each}`)}
                </option>
              ))}
            </select>
          </>
        )}
      </UploadArea>
      <div className="me-media-columns">
        <div className="me-media-list">
          {items.length > 0 && (
            <MediaGrid
              items={items}
              selected={selected}
              isMultiple={isMultiple}
              active={Math.min(active, items.length - 1)}
              hasMore={items.length < (total ?? 0) && !isLoading}
              onActive={setActive}
              onToggle={toggle}
              onTake={take}
              onMore={list.more}
              text={text}
            />
          )}
          {isEmpty && (
            <p className="me-media-empty">{text(search.trim() === '' && !kind ? 'media-none' : 'media-none-found')}</p>
          )}
          {error !== null && (
            <p className="me-media-empty" role="alert">
              {text('media-list-failed', { message: reasonOf(error, text) })}{' '}
              <button type="button" className="me-notice-action" onClick={list.more}>
                {text('media-again')}
              </button>
            </p>
          )}
          <p className="me-media-shown" role="status">
            {isLoading
              ? text('media-loading')
              : total !== null && text('media-shown', { shown: String(items.length), total: String(total) })}
          </p>
          {items.length < (total ?? 0) && error === null && (
            <button type="button" className="me-notice-action" aria-disabled={isLoading} onClick={list.more}>
              {text('media-more')}
            </button>
          )}
        </div>
        <section className="me-media-side" aria-label={text('media-details')}>
          {last ? (
            <MediaDetails item={last} library={library} onChange={change} text={text} />
          ) : (
            <p className="me-media-hint">{text('media-details-none')}</p>
          )}
        </section>
      </div>
    </Dialog>
  );
}

/** Bar above the files, with the upload button and drop area for users who may upload. */
function UploadArea({
  upload,
  arrived,
  text,
  children,
}: Pick<MediaDialogProps, 'upload' | 'text'> & { arrived: (item: MediaItem) => void; children: React.ReactNode }) {
  if (upload) return <Uploads upload={upload} arrived={arrived} text={text} bar={children} />;
  return <div className="me-media-bar">{children}</div>;
}

function Uploads({
  upload,
  arrived,
  text,
  bar,
}: {
  upload: Uploader;
  arrived: (item: MediaItem) => void;
  text: Texts;
  bar: React.ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, said: message, add } = useLibraryUploads(upload, arrived, text);
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');
  return (
    <section
      className={isOver ? 'me-media-upload me-media-over' : 'me-media-upload'}
      aria-label={text('media-uploads')}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      <div className="me-media-bar">
        {bar}
        <input
          ref={field}
          type="file"
          multiple
          hidden
          onChange={({ target }) => {
            add(Array.from(target.files ?? []));
            target.value = '';
          }}
        />
        <button type="button" className="me-notice-action" onClick={() => field.current?.click()}>
          {text('media-upload')}
        </button>
        <span className="me-media-hint">{text('media-drop')}</span>
      </div>
      {uploads.map((upload) => (
        <UploadNote key={upload.number} upload={upload} text={text} />
      ))}
      <p className="m-hidden" role="status">
        {message}
      </p>
    </section>
  );
}
