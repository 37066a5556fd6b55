import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

/** A row of cells; or, as the last of a file, what cannot be read as one. */
export type CsvRow =
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly line: number }
  | { readonly kind: 'unreadable'; readonly line: number };

/** Far more than any entry has: a quote that has no end would take in the rest of the file. */
const LONGEST_ROW = 131_072;

/**
 * Reads CSV (RFC 4180) piece by piece: rows may have any number of cells, cells may have several lines, lines any end.
 * @param pieces of the text
 * @param linesBefore that are passed over
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
    max_record_size: LONGEST_ROW,
    info: true,
  });
  // What goes wrong in between ends the parser, and so the loop.
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
    // A CR at the end may be half of a CR LF.
    if (left > 0) before = text.endsWith('\r') ? '\r' : '';
    else if (text !== '') yield text;
  }
}
