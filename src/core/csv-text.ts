import { onDemand } from './on-demand.js';

const csv = onDemand<typeof import('csv-stringify/sync')>('csv-stringify/sync');

/** A cell of a file; null is an empty one. */
export type CsvCell = number | string | null | undefined;

const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u;
/** The same inside a cell, after a semicolon, a tab or a line break. The sign is matched first, so that time is linear. */
const INNER_FORMULA = /[=+\-@＝＋－＠](?<=[;\t\r\n][^\S\t\r\n]*.)/gu;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Formats lines as CSV (RFC 4180) that is safe to open in a spreadsheet. Every text is quoted, so that programs that
 * separate cells by semicolons or tabs do not split it, and every formula in it gets an apostrophe in front, also where
 * such a program would split anyway (OWASP, "CSV Injection"). Numbers are left alone, also those written as text.
 *
 * ```ts
 * csvText([['name', 'paid'], ['=1+1', 12.5]]); // "name","paid"\r\n"'=1+1",12.5\r\n
 * ```
 *
 * @param lineEnd of every line: as RFC 4180 has it, or as programs of a shell expect it
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
