import { useEffect, useState } from '@wordpress/element';
import { useEditedDocument } from '../../../../../../editor.js';

/** An article as the chooser shows it. */
export interface ListedArticle {
  readonly id: number;
  readonly title: string;
}

/** Debounce in milliseconds before asking the server. */
const WAIT = 300;
const MAX_RESULTS = 8;
/** Maximum number of ids a block shows. */
const MAX_SELECTED = 50;
/** Maximum number the route accepts. */
const MAX_EXCLUDED = 100;

interface ArticleBody {
  readonly id: number;
  readonly title: { readonly rendered: string };
}

type Query = Readonly<Record<string, string | number>>;

/** Loads a list of articles. @param query null for no request */
function useList(query: Query | null) {
  const { client } = useEditedDocument();
  const [found, setFound] = useState<readonly ListedArticle[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const requestQuery = query && JSON.stringify({ ...query, _fields: 'id,title' });
  useEffect(() => {
    if (requestQuery === null) {
      setFound(null);
      setFailure(null);
      return;
    }
    const abort = new AbortController();
    async function ask(parameters: string): Promise<void> {
      try {
        const about = { query: JSON.parse(parameters) as Query, signal: abort.signal };
        const { data } = await client.request('GET', '/vendor-kb/v1/articles', about);
        setFound((data as ArticleBody[]).map(({ id, title }) => ({ id, title: plain(title.rendered) })));
        setFailure(null);
      } catch (error) {
        if (!abort.signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
      }
    }
    const timer = window.setTimeout(() => void ask(requestQuery), WAIT);
    return () => {
      window.clearTimeout(timer);
      abort.abort();
    };
  }, [client, requestQuery]);
  return { found, failure };
}

/**
 * Finds published articles by words in the title. Null while loading and without words.
 * @param without ids to leave out
 */
export function useFoundArticles(query: string, locale: string, without: readonly number[]) {
  const search = query.trim();
  const exclude = without.slice(0, MAX_EXCLUDED).join(',');
  const about = { search, search_columns: 'title', locale, orderby: 'title', per_page: MAX_RESULTS };
  return useList(search === '' ? null : { ...about, ...(exclude !== '' && { exclude }) });
}

/** Returns titles by id, without articles hidden from readers. Null while loading. */
export function useTitles(ids: readonly number[]): ReadonlyMap<number, string> | null {
  const chosen = ids.slice(0, MAX_SELECTED);
  const { found } = useList(chosen.length === 0 ? null : { include: chosen.join(','), per_page: MAX_SELECTED });
  return found && new Map(found.map(({ id, title }) => [id, title]));
}

/** Converts a title from HTML to text. */
function plain(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
