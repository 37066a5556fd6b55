/** Line of a Markdown text with its line end. */
export interface MarkdownLine {
  readonly line: string;
  /** Whether the line belongs to a fenced or indented code block, including its fences. */
  readonly isCode: boolean;
}

export interface CodeOptions {
  /**
   * Whether indented lines are code; false for MDX.
   * @default true
   */
  readonly hasIndentedCode?: boolean;
}

/** List item or quote that contains the current line. */
interface Container {
  /** Column at which the content of a list item starts, relative to the container around it; null for a quote. */
  readonly indent: number | null;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^\r\n]*)/;
const MARKER = /^( {0,3})([-*+]|\d{1,9}[.)])(?=[ \t\r\n]|$)/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
/** Maximum nesting of quotes and lists. Deeper lines count as text. */
const MAX_CONTAINERS = 40;

/**
 * Finds the code blocks of a text as CommonMark 0.31.2 does (sections 4.4, 4.5 and 5): at the top level, in list
 * items and in quotes. Content of HTML elements is treated like other text.
 */
export function codeLines(text: string, { hasIndentedCode = true }: CodeOptions = {}): MarkdownLine[] {
  let containers: Container[] = [];
  let fence: { readonly run: string; readonly depth: number } | null = null;
  /** Whether the previous line is a paragraph, which an indented line continues. */
  let inParagraph = false;

  return text.split(/(?<=\n)/).map((line) => {
    const { rest, depth, isBlank } = inside(line, containers);
    if (fence && (depth >= fence.depth || (isBlank && !isQuoted(containers)))) {
      if (closes(hasIndentedCode ? rest : rest.trimStart(), fence.run)) fence = null;
      return { line, isCode: true };
    }
    fence = null;
    if (isBlank) {
      inParagraph = false;
      // A quote ends at a blank line, a list item does not.
      const quote = containers.findIndex(({ indent }, index) => indent === null && index >= depth);
      if (quote !== -1) containers = containers.slice(0, quote);
      return { line, isCode: false };
    }
    const isLazy = inParagraph && depth < containers.length && !startsBlock(rest);
    if (isLazy) return { line, isCode: false };
    containers = containers.slice(0, depth);
    const opened = openContainers(rest, inParagraph);
    containers = [...containers, ...opened.containers].slice(0, MAX_CONTAINERS);
    if (opened.containers.length > 0) inParagraph = false;
    const content = opened.rest;
    const isIndented = columnsOf(content) >= 4 && content.trim() !== '';
    if (isIndented && hasIndentedCode && !inParagraph) return { line, isCode: true };
    const run = fenceRun(hasIndentedCode ? content : content.trimStart());
    if (run !== undefined) {
      fence = { run, depth: containers.length };
      inParagraph = false;
      return { line, isCode: true };
    }
    inParagraph = content.trim() !== '' && !endsParagraph(content);
    return { line, isCode: false };
  });
}

/** Strips the containers that a line continues. */
function inside(
  line: string,
  containers: readonly Container[],
): { readonly rest: string; readonly depth: number; readonly isBlank: boolean } {
  let rest = line;
  let depth = 0;
  for (const { indent } of containers) {
    const next = indent === null ? withoutQuote(rest) : withoutIndent(rest, indent);
    if (next === null) break;
    rest = next;
    depth += 1;
  }
  return { rest, depth, isBlank: rest.trim() === '' };
}

function withoutQuote(line: string): string | null {
  const match = /^ {0,3}>[ \t]?/.exec(line);
  return match && line.slice(match[0].length);
}

/** Removes columns of indentation; null if the line has less. A blank line has as much as needed. */
function withoutIndent(line: string, columns: number): string | null {
  if (line.trim() === '') return line;
  return columnsOf(line) >= columns ? ' '.repeat(columnsOf(line) - columns) + line.trimStart() : null;
}

/** Width of the indentation, with tab stops of four columns. */
function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character === ' ') columns += 1;
    else if (character === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

/** Opens the quotes and list items that start in a line. */
function openContainers(
  line: string,
  inParagraph: boolean,
): { readonly rest: string; readonly containers: readonly Container[] } {
  const containers: Container[] = [];
  let rest = line;
  while (containers.length < MAX_CONTAINERS) {
    const quoted = withoutQuote(rest);
    if (quoted !== null) {
      containers.push({ indent: null });
      rest = quoted;
      continue;
    }
    const marker = RULE.test(rest.trimEnd()) ? null : MARKER.exec(rest);
    if (!marker) break;
    const after = rest.slice(marker[0].length);
    const isEmpty = after.trim() === '';
    // Only a list that starts with 1 interrupts a paragraph, and an empty item does not.
    if (
      inParagraph &&
      containers.length === 0 &&
      (isEmpty || /^\d/.test(marker[2] ?? '')) &&
      !/^1[.)]$/.test(marker[2] ?? '')
    )
      break;
    const spaces = columnsOf(after);
    const indent = marker[0].length + (isEmpty || spaces > 4 ? 1 : spaces);
    containers.push({ indent });
    rest = isEmpty ? '' : ' '.repeat(Math.max(0, marker[0].length + spaces - indent)) + after.trimStart();
  }
  return { rest, containers };
}

function isQuoted(containers: readonly Container[]): boolean {
  return containers.some(({ indent }) => indent === null);
}

/** Signs of a fence that opens in a line. The text after backticks contains none. */
function fenceRun(line: string): string | undefined {
  const [, run, info = ''] = FENCE.exec(line) ?? [];
  return run?.startsWith('`') && info.includes('`') ? undefined : run;
}

/** Whether a line starts a block, so that it does not continue a paragraph lazily. */
function startsBlock(line: string): boolean {
  return fenceRun(line) !== undefined || MARKER.test(line) || withoutQuote(line) !== null || endsParagraph(line);
}

/** Headings, rules and the closing line of HTML are no paragraphs. */
function endsParagraph(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t\r\n]|$)/.test(line) || RULE.test(line.trimEnd()) || /^ {0,3}=+\s*$/.test(line);
}

function closes(line: string, run: string): boolean {
  const end = /^ {0,3}(`{3,}|~{3,})[ \t]*\r?\n?$/.exec(line)?.[1];
  return end?.startsWith(run) === true;
}
