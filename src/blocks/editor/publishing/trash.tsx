import { useEffect, useRef, useState } from '@wordpress/element';
import type { Articles, StoredArticle } from '../saving/articles.js';
import { failureOf } from '../saving/failure.js';
import type { Saving } from '../saving/use-saving.js';
import type { Texts } from '../strings/texts.js';

/** What lies in the trash cannot be written on; nothing of what was written is lost before the page is left. */
export interface Trash {
  /** What is in the trash now; null while it is not. */
  readonly trashed: StoredArticle | null;
  /** Why the last try came to nothing; empty for no reason. */
  readonly fault: string;
  trash(): Promise<void>;
  undo(): Promise<void>;
}

export function useTrash(articles: Articles, { stored, adopt }: Pick<Saving, 'stored' | 'adopt'>): Trash {
  const [trashed, setTrashed] = useState<StoredArticle | null>(null);
  const [fault, setFault] = useState('');

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      setFault('');
    } catch (error) {
      const { kind, message } = failureOf(error);
      setFault(message || kind);
    }
  }

  return {
    trashed,
    fault,
    trash: () =>
      attempt(async () => {
        if (!stored) return;
        await articles.trash(stored);
        setTrashed(stored);
      }),
    undo: () =>
      attempt(async () => {
        if (!trashed) return;
        adopt(await articles.untrash(trashed));
        setTrashed(null);
      }),
  };
}

export function TrashButton({ trash: { trash, fault }, text }: { trash: Trash; text: Texts }) {
  return (
    <div className="me-section-body">
      <button type="button" className="me-danger" onClick={() => void trash()}>
        {text('trash')}
      </button>
      {fault !== '' && (
        <p className="me-fault" role="alert">
          {text('trash-failed', { message: fault })}
        </p>
      )}
    </div>
  );
}

/** In place of the editor while the text lies in the trash. */
export function TrashedNotice({
  trash: { trashed, fault, undo },
  listLink,
  text,
}: {
  trash: Trash;
  listLink: string;
  text: Texts;
}) {
  const place = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (trashed) place.current?.focus();
  }, [trashed]);
  if (!trashed) return null;
  return (
    <section className="me-trashed" aria-labelledby="me-trashed">
      <p id="me-trashed" role="status">
        {text('trash-done', { title: trashed.title || text('untitled') })}
      </p>
      {fault !== '' && <p role="alert">{text('trash-failed', { message: fault })}</p>}
      <p className="me-trashed-actions">
        <button type="button" className="me-save" ref={place} onClick={() => void undo()}>
          {text('trash-undo')}
        </button>
        <a href={listLink}>{text('trash-list')}</a>
      </p>
    </section>
  );
}
