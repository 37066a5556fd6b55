import { headCells } from './head-cells.js';
import { DELIMITERS } from './layout.js';

/** Lines among which the line of names is looked for; above it banks write whose statement it is. */
const LOOKED_AT = 30;
const MOST_NAMES = 40;
const LONGEST_NAME = 60;

/**
 * The names of columns of a file that no profile knows, for who writes one: the line with the most cells of which none is
 * a number, a day or an account. Entries are never taken for it, since they are nobody's to see in a message.
 * @returns none where there is no such line
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
