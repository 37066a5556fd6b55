/** Blocks of one to seven eighths of a place, from the left. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
/** What is left beside a table's other columns is too narrow, or wider than a cell can be. */
const NARROWEST = 8;
const WIDEST = 60;

/**
 * A bar of a chart in a terminal, exact to an eighth of a place.
 * @param most the value that fills the width
 * @param width in places
 */
export function bar(value: number, most: number, width: number): string {
  if (!(value > 0 && most > 0 && width > 0)) return '';
  // What is there at all is seen.
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** Where bars would be drawn. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  /** Places in a line. */
  readonly columns?: number | undefined;
}

/** How wide bars may be beside so many places of text; 0 where there is no terminal, or it is to be plain. */
export function barWidth({ isTTY, columns = 80 }: Screen, taken: number, isPlain: boolean): number {
  if (!isTTY || isPlain) return 0;
  const left = Math.min(WIDEST, columns - taken);
  return left < NARROWEST ? 0 : left;
}

/** The rows with a column `chart` of one of their numbers; as they are where there is no place for it. */
export function withBars<R extends Readonly<Record<string, unknown>>>(
  rows: readonly R[],
  by: keyof R & string,
  width: number,
): (R & { chart?: string })[] {
  if (width === 0) return [...rows];
  const most = Math.max(0, ...rows.map((row) => Number(row[by])));
  return rows.map((row) => ({ ...row, chart: bar(Number(row[by]), most, width) }));
}
