import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../texts/use-texts.js';

/** Statuses of articles that are or may become readable. The server omits what the user may not see. */
const STATES = ['publish', 'future', 'pending', 'draft'] as const;
const MAX_SUGGESTIONS = 12;

interface ListedArticle {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly link: string;
  readonly status: (typeof STATES)[number];
}

/**
 * Target of a link. The packages copy its own properties into the link and only read the getters, so that neither the
 * ID nor the status gets into the text.
 */
export class LinkSuggestion {
  readonly title: string;
  /** Without the origin for pages of this site. */
  readonly url: string;
  readonly #id: number;
  readonly #type: string;

  constructor({ id, title, link }: ListedArticle, type: string) {
    this.title = new DOMParser().parseFromString(title.rendered, 'text/html').body.textContent ?? '';
    const address = new URL(link, window.location.href);
    this.url = address.origin === window.location.origin ? address.href.slice(address.origin.length) : address.href;
    this.#id = id;
    this.#type = type;
  }

  get id(): number {
    return this.#id;
  }

  /** Label for the type and status. */
  get type(): string {
    return this.#type;
  }
}

export type SuggestLinks = (query: string) => Promise<readonly LinkSuggestion[]>;

/**
 * Finds link targets among the articles that the user may see, by words of their titles; without words, the last
 * modified ones. Returns none if the request fails, since a URL can still be typed.
 */
export function createLinkSuggestions(
  client: Client,
  { collection, id }: Pick<EditorConfig, 'collection' | 'id'>,
  text: Texts,
): SuggestLinks {
  return async (words) => {
    const search = words.trim().slice(0, 200);
    const found = search === '' ? { orderby: 'modified' } : { search, search_columns: 'title', orderby: 'title' };
    const others = id === null ? found : { ...found, exclude: id };
    const query = { ...others, status: STATES.join(','), per_page: MAX_SUGGESTIONS, _fields: 'id,title,link,status' };
    try {
      const { data } = await client.request('GET', collection, { query });
      const needle = search.toLowerCase();
      return (data as readonly ListedArticle[])
        .map((article) => new LinkSuggestion(article, text(`link-${article.status}`)))
        .toSorted((one, other) => Number(startsWith(other, needle)) - Number(startsWith(one, needle)));
    } catch {
      return [];
    }
  };
}

function startsWith({ title }: LinkSuggestion, query: string): boolean {
  return title.toLowerCase().startsWith(query);
}
