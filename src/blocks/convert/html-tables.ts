import type { ParsedBlock } from '../grammar/parsed-block.js';
import { type Cell, type Grid, table } from './build-blocks.js';
import { lineOf } from './html-lists.js';
import { type HtmlElement, inlineHtml, onlyElements } from './html-tree.js';

const PARTS = ['thead', 'tbody', 'tfoot'] as const;
type Part = (typeof PARTS)[number];
const SPAN = /^[1-9]\d{0,3}$/;

/** Converts a table to a block; null if a cell holds more than a line of text. */
export function toTable({ attribs, children }: HtmlElement, caption: string): ParsedBlock | null {
  const grid: Record<Part, Cell[][]> = { thead: [], tbody: [], tfoot: [] };
  let words = caption;
  for (const element of onlyElements(children) ?? []) {
    if (element.name === 'caption' && words === '') {
      const line = lineOf(element.children);
      if (!line) return null;
      words = inlineHtml(line);
      continue;
    }
    const part = PARTS.find((name) => name === element.name) ?? 'tbody';
    const rows = element.name === 'tr' ? [element] : onlyElements(element.children);
    if (!rows || (element.name !== 'tr' && element.name !== part)) return null;
    for (const row of rows) {
      const cells = row.name === 'tr' ? cellsOf(row) : null;
      if (!cells) return null;
      grid[part].push(cells);
    }
  }
  const found = withHead(grid);
  return found.tbody.length + found.thead.length === 0 ? null : table(found, words, attribs.id);
}

/** Makes the first row the head if all its cells are headers, as in old tables. */
function withHead(grid: Grid): Grid {
  const [first, ...rest] = grid.tbody;
  if (grid.thead.length > 0 || !first || rest.length === 0 || !first.every(({ isHeader }) => isHeader)) return grid;
  return { ...grid, thead: [first], tbody: rest };
}

function cellsOf(row: HtmlElement): Cell[] | null {
  const cells = (onlyElements(row.children) ?? []).map(cellOf);
  return cells.length > 0 && cells.every((cell) => cell !== null) ? cells : null;
}

function cellOf({ name, attribs, children }: HtmlElement): Cell | null {
  const line = lineOf(children);
  if (!line || (name !== 'td' && name !== 'th') || attribs.id !== undefined) return null;
  const align = attribs.align ?? /(?:^|;)\s{0,9}text-align:\s{0,9}(left|center|right)/.exec(attribs.style ?? '')?.[1];
  const spans = (['scope', 'colspan', 'rowspan'] as const).flatMap((span) => {
    const value = attribs[span] ?? '';
    const isGood = span === 'scope' ? /^(?:col|row)(?:group)?$/.test(value) : SPAN.test(value) && value !== '1';
    return isGood && (span !== 'scope' || name === 'th') ? [`${span}="${value}"`] : [];
  });
  return {
    html: inlineHtml(line),
    isHeader: name === 'th',
    align: align === 'left' || align === 'center' || align === 'right' ? align : '',
    spans,
  };
}
