import { ClientError, isClientError } from './client-error.js';

/** One page of a list. */
export interface ListPage<Item> {
  readonly items: Item[];
  /** Number of items on all pages. */
  readonly total: number;
  readonly totalPages: number;
}

/**
 * The items of a list, whether it is bare or inside an object as `data` or `results`.
 * @throws ClientError `invalid_answer` for what is no list
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
 * The path of the page after this one, null after the last. Of the `Link` only the query is taken: calls, and what
 * they are signed with, go to the root of the client and nowhere else. Where links are cut off, the numbers count.
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

/** A list may get shorter while it is read: then a page past the end is no error but the end. */
export function isPastTheEnd(error: unknown): boolean {
  const { data } = isClientError(error) ? error : {};
  return typeof data === 'object' && data !== null && 'total_pages' in data;
}
