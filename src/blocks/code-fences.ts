/** Optional list markers, then a fence. The info string of a backtick fence contains no backticks. */
const OPENING = /^( {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4})*)(`{3,}(?!`)(?![^\n]*`)|~{3,})/;

/** Open code block: the pattern of its closing fence, and the column left of which its list item ends. */
interface Fence {
  readonly closing: RegExp;
  readonly column: number;
}

/**
 * Creates a function that recognizes lines of fenced code (CommonMark 0.31.2, section 4.5). For extensions that scan
 * Markdown before it is parsed.
 * @returns whether a line belongs to a fenced block, including its fences; call it for every line in order
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
