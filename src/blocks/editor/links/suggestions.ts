import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../strings/texts.js';

/** Those that may become readable; whoever may not see one of them is not shown it. */
const STATES = ['publish', 'future', 'pending', 'draft'] as const;
const MOST = 12;

interface ListedArticle {
  readonly id: number;
  readonly title: { readonly rendered: string };
  readonly link: string;
  readonly status: (typeof STATES)[number];
}

/**
 * Something that a link can lead to. The packages copy what it has of its own into the link, and only read the rest: so
 * no number and no state gets into the text.
 */
export class LinkSuggestion {
  readonly title: string;
  /** Without the host, for what is on this site. */
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

  /** What it is and how far it is, in words. */
  get type(): string {
    return this.#type;
  }
}

export type SuggestLinks = (words: string) => Promise<readonly LinkSuggestion[]>;

/**
 * Finds what links may lead to among all that whoever writes may see, by words of the titles; without words that which
 * was changed last. Where the server does not answer there are none: an address can be typed all the same.
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
    const query = { ...others, status: STATES.join(','), per_page: MOST, _fields: 'id,title,link,status' };
    try {
      const { data } = await client.request('GET', collection, { query });
      const wanted = search.toLowerCase();
      return (data as readonly ListedArticle[])
        .map((article) => new LinkSuggestion(article, text(`link-${article.status}`)))
        .toSorted((one, other) => Number(startsWith(other, wanted)) - Number(startsWith(one, wanted)));
    } catch {
      return [];
    }
  };
}

function startsWith({ title }: LinkSuggestion, words: string): boolean {
  return title.toLowerCase().startsWith(words);
}
