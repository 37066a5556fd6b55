import { useEffect, useRef, useState } from '@wordpress/element';
import type { Articles, StoredArticle } from '../saving/articles.js';
import { failureOf } from '../saving/failure.js';
import type { Saving } from '../saving/use-saving.js';
import type { Texts } from '../texts/use-texts.js';

/** Trash state of the text. A trashed text cannot be edited; unsaved text stays available until the page is left. */
export interface Trash {
  /** Trashed text; null if it is not in the trash. */
  readonly trashed: StoredArticle | null;
  /** Error message of the last attempt; empty for none. */
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

/** Shown in place of the editor while the text is in the trash. */
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
