import { pageLink } from '../../domain/links/links.js';

/** Page of each list in a text, by its position: `?posts-2=3` shows page 3 of the second list. */
export type BlockPages = ReadonlyMap<number, number>;

/** Every list on its first page. */
export const FIRST_PAGES: BlockPages = new Map();

const PARAMETER = /^posts-([1-9]\d?)$/;
const MAX_PAGES = 10_000;

/** Reads the pages from the query. An invalid number means the first page, as on category pages. */
export function blockPagesOf(query: Readonly<Record<string, unknown>>): BlockPages {
  const pages = Object.entries(query).map(([name, value]): [number, number] => [
    Number(PARAMETER.exec(name)?.[1]),
    Number(value),
  ]);
  return new Map(pages.filter(([list, page]) => list >= 1 && Number.isInteger(page) && page > 1 && page <= MAX_PAGES));
}

/**
 * Returns the URL with one list on another page. The other lists stay. @param id element id of the list, used as
 * fragment
 */
export function blockPageLink(address: string, pages: BlockPages, list: number, page: number, id: string): string {
  const turned = new Map([...pages, [list, page] as const]);
  const parameters = [...turned]
    .filter(([, number]) => number > 1)
    .map(([nth, number]) => [`posts-${nth}`, `${number}`]);
  return `${pageLink(address, Object.fromEntries(parameters), 1)}#${id}`;
}
