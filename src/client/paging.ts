import { ClientError, isClientError } from './client-error.js';

/** One page of a list. */
export interface ListPage<Item> {
  readonly items: Item[];
  /** Number of items on all pages. */
  readonly total: number;
  readonly totalPages: number;
}

/**
 * Extracts the items of a list, either a bare array or in the member `data` or `results` of an object.
 * @throws ClientError `invalid_answer` if the data is not a list
 */
export function toPage(data: unknown, response: Response): ListPage<unknown> {
  const { data: inner, results } = (data ?? {}) as { readonly data?: unknown; readonly results?: unknown };
  const items = [data, inner, results].find(Array.isArray);
  const { status } = response;
  if (!items) throw new ClientError('invalid_answer', 'This route does not answer a list.', { status, response });
  const number = (name: string): number => Number(response.headers.get(name) ?? 0);
  return { items, total: number('X-CMS-Total'), totalPages: number('X-CMS-TotalPages') };
}

/**
 * Returns the path of the next page, or null after the last one. Only the query of the `Link` is used, so that calls
 * and their credentials never go to another server. Without a link, the page numbers decide.
 */
export function nextPath(path: string, response: Response): string | null {
  const bare = path.replace(/\?.*/, '');
  const links = response.headers.get('Link');
  for (const [, target = '', parameters = ''] of (links ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel="?next\b/.test(parameters)) return bare + target.replace(/^[^?]*/, '');
  }
  const query = new URLSearchParams(path.slice(bare.length));
  const page = Number(query.get('page') ?? 1);
  if (links || page >= Number(response.headers.get('X-CMS-TotalPages') ?? 0)) return null;
  query.set('page', String(page + 1));
  return `${bare}?${query}`;
}

/** A list may shrink while it is read, so a page past the end means that the list ended. */
export function isPastTheEnd(error: unknown): boolean {
  const { data } = isClientError(error) ? error : {};
  return typeof data === 'object' && data !== null && 'total_pages' in data;
}
