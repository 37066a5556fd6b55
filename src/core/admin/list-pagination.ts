import type { ListQuery } from './list-query.js';

export interface ListPagination {
  page: number;
  totalPages: number;
  previous: string | null;
  next: string | null;
  /** Null marks omitted pages. */
  pages: ({ page: number; link: string; current: boolean } | null)[];
}

/** Number of pages shown on each side of the current one. */
const NEIGHBOURS = 2;

/** Builds the pagination: first, last and the pages around the current one. Null if everything fits on one page. */
export function paginationOf(
  { page, perPage }: Pick<ListQuery, 'page' | 'perPage'>,
  total: number,
  link: (page: number) => string,
): ListPagination | null {
  const totalPages = Math.ceil(total / perPage);
  if (totalPages <= 1 && page === 1) return null;
  const numbers = Array.from({ length: totalPages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === totalPages || Math.abs(number - page) <= NEIGHBOURS,
  );
  const pages: ListPagination['pages'] = [];
  for (const number of numbers) {
    const before = pages.at(-1)?.page ?? 0;
    // A single omitted page takes no more room than the ellipsis.
    if (number - before === 2) pages.push({ page: number - 1, link: link(number - 1), current: false });
    else if (number - before > 2) pages.push(null);
    pages.push({ page: number, link: link(number), current: number === page });
  }
  return {
    page,
    totalPages,
    previous: page > 1 ? link(Math.min(page - 1, Math.max(totalPages, 1))) : null,
    next: page < totalPages ? link(page + 1) : null,
    pages,
  };
}
