import { useEffect, useMemo, useRef, useState } from '@wordpress/element';
import { type OpenDocument, PanelField } from '../../../../../../editor.js';
import { reasonOf, usePanel } from './use-panel.js';

/** Panel for attachments. Every change is saved immediately. */
export function AttachmentsPanel() {
  const { stored, text } = usePanel();
  if (!stored) return <p className="me-hint">{text('attachments-later')}</p>;
  return <Attachments articleId={Number(stored.id)} />;
}

/** An upload in progress. */
interface Sending {
  readonly name: string;
  /** From 0 to 1; null while the server processes the file. */
  readonly share: number | null;
}

function Attachments({ articleId }: { articleId: number }) {
  const { client, send, settings, text } = usePanel();
  const list = useMemo(() => attachmentList({ client, send }, articleId), [client, send, articleId]);
  const [files, setFiles] = useState<readonly ListedFile[] | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [message, setMessage] = useState('');
  const [failure, setFailure] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list
      .all()
      .then(setFiles)
      .catch((error: unknown) => setFailure(reasonOf(error)));
  }, [list]);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailure('');
    try {
      await work();
    } catch (error) {
      setFailure(reasonOf(error));
    }
  }

  async function add(chosen: readonly File[]): Promise<void> {
    for (const file of chosen) {
      await attempt(async () => {
        setSending({ name: file.name, share: 0 });
        const added = await list.add(file, (share) => setSending({ name: file.name, share }));
        setFiles((before) => [...(before ?? []), added]);
        setMessage(text('attachments-added', { file: added.title }));
      });
    }
    setSending(null);
  }

  const move = (file: ListedFile, by: -1 | 1): Promise<void> =>
    attempt(async () => {
      const ids = (files ?? []).map(({ id }) => id);
      const at = ids.indexOf(file.id);
      ids.splice(at, 1);
      ids.splice(at + by, 0, file.id);
      setFiles(await list.reorder(ids));
      setMessage(text('attachments-moved', { file: file.title, place: String(at + by + 1) }));
    });

  const remove = (file: ListedFile): Promise<void> =>
    attempt(async () => {
      await list.remove(file.id);
      setFiles((before) => (before ?? []).filter(({ id }) => id !== file.id));
      setMessage(text('attachments-removed', { file: file.title }));
      // The pressed button is gone.
      place.current?.querySelector<HTMLElement>('input[type=file], button')?.focus();
    });

  const rename = (file: ListedFile, title: string): Promise<void> =>
    attempt(async () => {
      const renamed = await list.rename(file.id, title);
      setFiles((before) => (before ?? []).map((one) => (one.id === file.id ? renamed : one)));
    });

  return (
    <div ref={place}>
      {files?.length === 0 && <p className="me-hint">{text('attachments-none')}</p>}
      {files && files.length > 0 && (
        <ul className="me-files">
          {files.map((file, index) => (
            <FileRow
              key={file.id}
              file={file}
              isFirst={index === 0}
              isLast={index === files.length - 1}
              move={(by) => void move(file, by)}
              rename={(title) => void rename(file, title)}
              remove={() => void remove(file)}
            />
          ))}
        </ul>
      )}
      {settings.mayUpload && (
        <PanelField label={text('attachments-add')} hint={text('attachments-now')}>
          {(props) => (
            <input
              {...props}
              type="file"
              multiple
              onChange={({ target }) => {
                const chosen = [...(target.files ?? [])];
                target.value = '';
                void add(chosen);
              }}
            />
          )}
        </PanelField>
      )}
      {sending && (
        <p className="me-hint">
          {text('attachments-progress', { file: sending.name })}
          <progress
            className="me-progress"
            aria-label={text('attachments-progress', { file: sending.name })}
            {...(sending.share === null ? {} : { value: sending.share })}
          />
        </p>
      )}
      <p className="me-hidden" role="status">
        {message}
      </p>
      {failure !== '' && (
        <p className="me-fault" role="alert">
          {text('failed', { message: failure })}
        </p>
      )}
    </div>
  );
}

function FileRow({
  file,
  isFirst,
  isLast,
  move,
  rename,
  remove,
}: {
  file: ListedFile;
  isFirst: boolean;
  isLast: boolean;
  move: (by: -1 | 1) => void;
  rename: (title: string) => void;
  remove: () => void;
}) {
  const { locale, text } = usePanel();
  const [title, setTitle] = useState(file.title);
  const keep = (): void => {
    const newTitle = title.trim();
    if (newTitle === '') setTitle(file.title);
    else if (newTitle !== file.title) rename(newTitle);
  };
  const button = (
    key: 'attachments-up' | 'attachments-down' | 'attachments-remove',
    sign: string,
    isOff: boolean,
    work: () => void,
  ) => (
    <button
      type="button"
      className="me-quiet-button"
      aria-label={text(key, { file: file.title })}
      title={text(key, { file: file.title })}
      aria-disabled={isOff}
      onClick={() => !isOff && work()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <li>
      <input
        type="text"
        className="me-input"
        aria-label={text('attachments-title', { file: file.filename })}
        maxLength={200}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onBlur={keep}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
      />
      <p className="me-hint">
        {file.filename} · {inBytes(file.size, locale)}
      </p>
      <p className="me-row">
        {button('attachments-up', '↑', isFirst, () => move(-1))}
        {button('attachments-down', '↓', isLast, () => move(1))}
        {button('attachments-remove', '×', false, remove)}
      </p>
    </li>
  );
}

function inBytes(size: number, locale: string): string {
  const [unit, amount] = size < 1_000_000 ? (['kilobyte', size / 1000] as const) : (['megabyte', size / 1e6] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}

/** An attachment as the panel shows it. */
interface ListedFile {
  readonly id: number;
  readonly title: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
}

const ROUTE = '/vendor-kb/v1/attachments';

/** REST client for an article's attachments. All calls reject with a `ClientError`. */
interface AttachmentList {
  all(): Promise<readonly ListedFile[]>;
  /** Uploads a file. @param onProgress receives the fraction sent, 0 to 1; null while the server processes it */
  add(file: File, onProgress: (share: number | null) => void): Promise<ListedFile>;
  rename(id: number, title: string): Promise<ListedFile>;
  /** Reorders the files. @param ids ids of all files */
  reorder(ids: readonly number[]): Promise<readonly ListedFile[]>;
  remove(id: number): Promise<void>;
}

function attachmentList({ client, send }: Pick<OpenDocument, 'client' | 'send'>, articleId: number): AttachmentList {
  const ofArticle = '/vendor-kb/v1/articles/{id}/attachments';
  const path = { id: articleId };
  return {
    all: async () =>
      (await client.get(ofArticle, { path, query: { context: 'edit' } })) as unknown as readonly ListedFile[],
    async add(file, onProgress) {
      const body = new FormData();
      body.set('file', file, file.name);
      return (await send(ofArticle.replace('{id}', String(articleId)), body, { onProgress })) as ListedFile;
    },
    rename: async (id, title) =>
      (await client.patch(`${ROUTE}/{id}`, { path: { id }, body: { title } })) as unknown as ListedFile,
    reorder: async (ids) =>
      (await client.post(`${ROUTE}/reorder`, {
        body: { article_id: articleId, ids },
      })) as unknown as readonly ListedFile[],
    async remove(id) {
      await client.delete(`${ROUTE}/{id}`, { path: { id } });
    },
  };
}
