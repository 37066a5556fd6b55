/** Markers of lists before it, then three or more of one sign; an info string after backticks holds none of them. */
const OPENING = /^( {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4})*)(`{3,}(?!`)(?![^\n]*`)|~{3,})/;

/** A block of code that is open: what closes it, and the column left of which its list item ends. */
interface Fence {
  readonly closing: RegExp;
  readonly column: number;
}

/**
 * Tells lines of fenced code from lines of Markdown, for whoever looks for signs of their own before Markdown is parsed
 * (CommonMark 0.31.2, section 4.5).
 * @returns whether a line belongs to a fenced block, its fences included; to be asked about every line in order
 */
export function fencedLines(): (line: string) => boolean {
  let open: Fence | null = null;
  return (line) => {
    if (open && line.trim() !== '' && indentOf(line) < open.column) open = null;
    if (open) {
      if (open.closing.test(line)) open = null;
      return true;
    }
    open = fenceOpenedBy(line);
    return open !== null;
  };
}

function fenceOpenedBy(line: string): Fence | null {
  const [, before = '', fence = ''] = OPENING.exec(line) ?? [];
  const [sign] = fence;
  if (sign === undefined) return null;
  const isInList = before.trim() !== '';
  const indent = isInList ? '[ \\t]*' : ' {0,3}';
  return {
    closing: new RegExp(`^${indent}${sign}{${fence.length},}[ \\t]*(?:\\n|$)`),
    column: isInList ? before.length : 0,
  };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
