/** Blocks of one to seven eighths of a column, from the left. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;
/** Bounds of a bar in columns: minimum space beside the table, and maximum cell width. */
const NARROWEST = 8;
const WIDEST = 60;

/**
 * Draws a chart bar in a terminal, exact to an eighth of a column.
 * @param most value that fills the width
 * @param width in columns
 */
export function bar(value: number, most: number, width: number): string {
  if (!(value > 0 && most > 0 && width > 0)) return '';
  // Any positive value is visible.
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** Terminal to draw on. */
export interface Screen {
  readonly isTTY?: boolean | undefined;
  /** Columns per line. */
  readonly columns?: number | undefined;
}

/** Returns the width of bars beside text of a given width; 0 without a terminal or for plain output. */
export function barWidth({ isTTY, columns = 80 }: Screen, taken: number, isPlain: boolean): number {
  if (!isTTY || isPlain) return 0;
  const left = Math.min(WIDEST, columns - taken);
  return left < NARROWEST ? 0 : left;
}

/** Adds a `chart` column for one of the rows' numbers. Without space, returns the rows unchanged. */
export function withBars<R extends Readonly<Record<string, unknown>>>(
  rows: readonly R[],
  by: keyof R & string,
  width: number,
): (R & { chart?: string })[] {
  if (width === 0) return [...rows];
  const most = Math.max(0, ...rows.map((row) => Number(row[by])));
  return rows.map((row) => ({ ...row, chart: bar(Number(row[by]), most, width) }));
}
