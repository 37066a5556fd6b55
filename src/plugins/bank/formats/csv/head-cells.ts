/**
 * Splits a single line into cells, to find the header row.
 * Entries are read by a parser that supports multi-line cells.
 */
export function headCells(line: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at];
    if (character === '"') {
      if (isQuoted && line[at + 1] === '"') {
        cell += character;
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (character === delimiter && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}
