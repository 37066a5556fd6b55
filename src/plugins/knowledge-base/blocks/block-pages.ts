import { pageLink } from '../pages/visit.js';

/**
 * The pages that an address turns the lists of a text to, by the place of a list among its kind: `?posts-2=3` has the
 * second list show its third page.
 */
export type BlockPages = ReadonlyMap<number, number>;

/** Nothing is turned. */
export const FIRST_PAGES: BlockPages = new Map();

const PARAMETER = /^posts-([1-9]\d?)$/;
const MOST_PAGES = 10_000;

/** What is no page is the first one, as on pages of categories. */
export function blockPagesOf(query: Readonly<Record<string, unknown>>): BlockPages {
  const pages = Object.entries(query).map(([name, value]): [number, number] => [
    Number(PARAMETER.exec(name)?.[1]),
    Number(value),
  ]);
  return new Map(pages.filter(([list, page]) => list >= 1 && Number.isInteger(page) && page > 1 && page <= MOST_PAGES));
}

/** An address with one list turned to another page, the others as they are. @param id of the list, to be seen at once */
export function blockPageLink(address: string, pages: BlockPages, list: number, page: number, id: string): string {
  const turned = new Map([...pages, [list, page] as const]);
  const parameters = [...turned]
    .filter(([, number]) => number > 1)
    .map(([nth, number]) => [`posts-${nth}`, `${number}`]);
  return `${pageLink(address, Object.fromEntries(parameters), 1)}#${id}`;
}
