import { Readable } from 'node:stream';
import type { PageResponse } from '../pages/router.js';

/**
 * A file of CSV that a page answers in place of itself, to be kept.
 * @param name without the ending @param lines a text, or pieces that are read as they are sent
 */
export function csvFile(name: string, lines: string | AsyncIterable<string>): PageResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'X-Content-Type-Options': 'nosniff',
    },
    body: typeof lines === 'string' ? lines : Readable.from(lines),
  };
}
