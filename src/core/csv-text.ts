import { onDemand } from './on-demand.js';

const csv = onDemand<typeof import('csv-stringify/sync')>('csv-stringify/sync');

/** A CSV cell. Null and undefined become an empty one. */
export type CsvCell = number | string | null | undefined;

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u;
/** A formula inside a cell, after a semicolon, tab or line break. Matching the sign first keeps it linear. */
const INNER_FORMULA = /[=+\-@＝＋－＠](?<=[;\t\r\n][^\S\t\r\n]*.)/gu;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Formats lines as CSV (RFC 4180) that is safe to open in a spreadsheet. Every text is quoted, so that programs that
 * split cells at semicolons or tabs keep it whole. Every formula gets a leading apostrophe, even inside a cell, where
 * such programs may split anyway (OWASP, "CSV Injection"). Numbers stay unchanged, also those given as text.
 *
 * ```ts
 * csvText([['name', 'paid'], ['=1+1', 12.5]]); // "name","paid"\r\n"'=1+1",12.5\r\n
 * ```
 *
 * @param lineEnd line ending: that of RFC 4180 or that of shell programs
 */
export function csvText(lines: readonly (readonly CsvCell[])[], lineEnd: '\r\n' | '\n' = '\r\n'): string {
  return csv().stringify(
    lines.map((line) => line.map(withoutFormulas)),
    { record_delimiter: lineEnd, quoted_string: true },
  );
}

function withoutFormulas(cell: CsvCell): CsvCell {
  if (typeof cell !== 'string' || NUMBER.test(cell)) return cell;
  const text = cell.replace(INNER_FORMULA, "'$&");
  return FORMULA.test(cell) ? `'${text}` : text;
}
