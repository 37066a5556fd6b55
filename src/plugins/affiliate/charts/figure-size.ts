/** Font size of a figure that keeps it on one line of its card. */
export type FigureSize = 'long' | 'longest' | 'medium' | 'short';

const SHORT = 8;
const MEDIUM = 11;
const LONG = 14;

/** @param figure formatted, such as `€1,011,903.61` */
export function figureSize(figure: string): FigureSize {
  const { length } = figure;
  if (length <= SHORT) return 'short';
  if (length <= MEDIUM) return 'medium';
  return length <= LONG ? 'long' : 'longest';
}
