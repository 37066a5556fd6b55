import { headCells } from './head-cells.js';
import { DELIMITERS } from './layout.js';

/** Number of lines searched for the header row. Banks write account details above it. */
const LOOKED_AT = 30;
const MOST_NAMES = 40;
const LONGEST_NAME = 60;

/**
 * Returns the column names of a file that no profile fits, to help the user write one.
 * Takes the line with the most cells of which none contains a number, day or account. Entries never qualify, because
 * they must not leak into a message.
 * @returns empty if there is no header row
 */
export function columnNames(head: string): readonly string[] {
  const lines = head.split(/\r\n|\n|\r/).slice(0, LOOKED_AT);
  let best: readonly string[] = [];
  for (const delimiter of DELIMITERS) {
    for (const line of lines) {
      const names = headCells(line, delimiter).map((cell) => cell.trim());
      if (names.length > Math.max(1, best.length) && areNames(names)) best = names;
    }
  }
  return best
    .filter((name) => name !== '')
    .slice(0, MOST_NAMES)
    .map((name) => name.slice(0, LONGEST_NAME));
}

function areNames(cells: readonly string[]): boolean {
  const said = cells.filter((cell) => cell !== '');
  return said.length > cells.length / 2 && said.every((cell) => /\p{L}/u.test(cell) && !/\d{3}|\d[.,]\d/.test(cell));
}
