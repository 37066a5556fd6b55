import { Readable } from 'node:stream';
import type { PageResponse } from '../../../index.js';

/** A file to be kept. @param lines a text, or pieces that are read as they are sent */
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
