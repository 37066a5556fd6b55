import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import { isClientError } from '../../../client.js';
import type { Library, MediaKind } from './library.js';
import type { MediaItem } from './media-item.js';

/** Milliseconds without typing before the library is asked. */
const PAUSE = 250;

export interface MediaList {
  readonly items: readonly MediaItem[];
  /** Number of files on all pages; null before the first response. */
  readonly total: number | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  /** Fetches the next page, or retries the one that failed. */
  more(): void;
  /** Adds a newly uploaded file to the front. */
  add(item: MediaItem): void;
  /** Updates a file in the list. */
  change(item: MediaItem): void;
}

interface MediaPage {
  readonly items: readonly MediaItem[];
  readonly total: number | null;
  /** Next page to fetch. */
  readonly page: number;
}

const NOTHING: MediaPage = { items: [], total: null, page: 1 };

/** Files that match a search, page by page. */
export function useMediaList(library: Library, search: string, kind: MediaKind | null): MediaList {
  const [list, setList] = useState(NOTHING);
  const [isLoading, setLoading] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const stop = useRef<AbortController | null>(null);

  const load = useCallback(
    async (before: MediaPage) => {
      stop.current?.abort();
      const control = new AbortController();
      stop.current = control;
      setLoading(true);
      setError(null);
      try {
        const { items, total } = await library.list({ search, kind, page: before.page }, control.signal);
        if (control.signal.aborted) return;
        // Later uploads move files to the next page, so that some may be listed already.
        const isNew = ({ id }: MediaItem): boolean => before.items.every((other) => other.id !== id);
        setList({ items: [...before.items, ...items.filter(isNew)], total, page: before.page + 1 });
        setLoading(false);
      } catch (failure) {
        if (control.signal.aborted || isClientError(failure, 'aborted')) return;
        setError(failure);
        setLoading(false);
      }
    },
    [library, search, kind],
  );

  useEffect(() => {
    const timer = window.setTimeout(() => void load(NOTHING), search === '' ? 0 : PAUSE);
    return () => {
      window.clearTimeout(timer);
      stop.current?.abort();
    };
  }, [load, search]);

  return {
    items: list.items,
    total: list.total,
    isLoading,
    error,
    more: () => void load(list),
    add: (item) => setList(({ items, total, page }) => ({ items: [item, ...items], total: (total ?? 0) + 1, page })),
    change: (item) =>
      setList((before) => ({
        ...before,
        items: before.items.map((existing) => (existing.id === item.id ? item : existing)),
      })),
  };
}
