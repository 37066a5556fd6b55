import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** A row of cells, or an unreadable row, which ends the file. */
export type CsvRow =
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly line: number }
  | { readonly kind: 'unreadable'; readonly line: number };

/**
 * Maximum characters of a row, far more than any entry has. An unclosed quote would otherwise consume the rest of the
 * file.
 */
const MAX_ROW_LENGTH = 131_072;

/**
 * Streams the rows of a CSV file (RFC 4180).
 * Supports any number of cells per row, multi-line cells and any line ending.
 * @param pieces text of the file
 * @param linesBefore lines to skip
 */
export async function* rowsOf(
  pieces: AsyncIterable<string>,
  delimiter: string,
  linesBefore: number,
): AsyncGenerator<CsvRow, void> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
    info: true,
  });
  // Errors destroy the parser and surface in the loop below.
  pipeline(Readable.from(withoutLines(pieces, linesBefore)), parser, () => {});
  let line = linesBefore;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield { kind: 'row', cells: record, line: line + 1 };
      line = linesBefore + info.lines;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { kind: 'unreadable', line: line + 1 };
  }
}

async function* withoutLines(pieces: AsyncIterable<string>, count: number): AsyncGenerator<string, void> {
  let left = count;
  let before = '';
  for await (const piece of pieces) {
    let text = before + piece;
    before = '';
    while (left > 0) {
      const end = /\r\n|\n|\r(?!$)/.exec(text);
      if (end === null) break;
      text = text.slice(end.index + end[0].length);
      left -= 1;
    }
    // A trailing CR may be the first half of CR LF.
    if (left > 0) before = text.endsWith('\r') ? '\r' : '';
    else if (text !== '') yield text;
  }
}
