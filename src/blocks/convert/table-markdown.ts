import { type HtmlElement, isInline, onlyElements } from './html-tree.js';
import { inlineMarkdown, type Writing } from './inline-markdown.js';

const RULES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

/** Writes a table whose cells are single lines, with its first row as the head; null for any other table. */
export function tableMarkdown(figure: HtmlElement, writing: Writing): string | null {
  const [table, ...others] = onlyElements(figure.children) ?? [];
  if (!table || others.length > 0) return null;
  const rows = (onlyElements(table.children) ?? []).flatMap(({ children }) => onlyElements(children) ?? []);
  const [head] = rows;
  if (!head) return null;
  const lines = rows.map((row) => rowMarkdown(row, writing));
  if (!lines.every((line) => line !== null)) return null;
  const rules = (onlyElements(head.children) ?? []).map(({ attribs }) => RULES[attribs['data-align'] ?? ''] ?? '---');
  return [lines[0], `| ${rules.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

function rowMarkdown(row: HtmlElement, writing: Writing): string | null {
  const cells = onlyElements(row.children) ?? [];
  if (!cells.every(({ children }) => children.every((child) => isInline(child)))) return null;
  return `| ${cells.map(({ children }) => inlineMarkdown(children, writing, true)).join(' | ')} |`;
}
