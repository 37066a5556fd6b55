import { Readable } from 'node:stream';
import type { PageResponse } from '../pages/router.js';

/**
 * Creates a response that downloads a CSV file.
 * @param name file name without extension
 * @param lines the text, or chunks to stream
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
