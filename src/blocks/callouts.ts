import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { escapeHtml } from './escape.js';

/** Callout types: the five of GitHub, and the aliases that other generators use. */
const KINDS: Readonly<Record<string, string>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
  info: 'note',
  hint: 'tip',
  success: 'tip',
  attention: 'warning',
  danger: 'caution',
  error: 'caution',
};

/** The sign after the type is Obsidian's: `-` for collapsed, `+` for expanded. */
const QUOTE = /^ {0,3}> ?\[!([a-z]+)\]([-+]?)[ \t]*([^\n]*)(?:\n|$)((?: {0,3}>[^\n]*(?:\n|$))*)/i;

const OPEN = /^(:{3,8})[ \t]*([a-z]+)(?:\[((?:[^[\]\n]|\[[^[\]\n]*\])*)\]|[ \t]+([^\n]*))?[ \t]*(?:\n|$)/i;

const CONTAINER_LINE = /^:{3,8}[ \t]*([a-z]*)/i;

interface Callout extends Tokens.Generic {
  kind: string;
  /** Empty to show the label of the type. */
  title: Token[];
  folded: FoldState;
  tokens: Token[];
}

/** Whether readers can collapse the callout, and its initial state. */
type FoldState = 'never' | 'open' | 'closed';

/**
 * Creates the extension for callouts: `> [!NOTE]` of GitHub and `:::note Title` … `:::` of Docusaurus. Both become an
 * `aside` with a visible label. An unclosed `:::` extends to the end of its container. Collapsible ones, `> [!NOTE]-`
 * of Obsidian, become `details`.
 * @param labels label above a callout that has no title of its own, by type
 */
export function callouts(labels: Readonly<Record<string, string>>): TokenizerAndRendererExtension {
  return {
    name: 'callout',
    level: 'block',
    tokenizer(src): Callout | undefined {
      const found = quoted(src) ?? fenced(src);
      if (!found) return undefined;
      const { raw, kind, title, folded, body } = found;
      const tokens = this.lexer.blockTokens(body, []);
      return { type: 'callout', raw, kind, folded, title: this.lexer.inline(title, []), tokens };
    },
    renderer(token) {
      const { kind, title, folded, tokens } = token as Callout;
      const label = title.length > 0 ? this.parser.parseInline(title) : escapeHtml(labels[kind] ?? kind);
      const body = this.parser.parse(tokens);
      if (folded === 'never') {
        return `<aside class="callout callout-${kind}">\n<p class="callout-label">${label}</p>\n${body}</aside>\n`;
      }
      const open = folded === 'open' ? ' open' : '';
      return `<details class="callout callout-${kind}"${open}>\n<summary class="callout-label">${label}</summary>\n${body}</details>\n`;
    },
    childTokens: ['title', 'tokens'],
  };
}

interface CalloutStart {
  raw: string;
  kind: string;
  title: string;
  folded: FoldState;
  body: string;
}

function quoted(src: string): CalloutStart | undefined {
  const match = QUOTE.exec(src);
  const kind = KINDS[match?.[1]?.toLowerCase() ?? ''];
  if (!match || kind === undefined) return undefined;
  const folded = match[2] === '-' ? 'closed' : match[2] === '+' ? 'open' : 'never';
  const body = (match[4] ?? '').replace(/^ {0,3}> ?/gm, '');
  return { raw: match[0], kind, title: (match[3] ?? '').trim(), folded, body };
}

function fenced(src: string): CalloutStart | undefined {
  const open = OPEN.exec(src);
  const kind = KINDS[open?.[2]?.toLowerCase() ?? ''];
  if (!open || kind === undefined) return undefined;
  const { body, end } = untilClosed(src, open[0].length);
  return { raw: src.slice(0, end), kind, title: (open[3] ?? open[4] ?? '').trim(), folded: 'never', body };
}

/** Finds the `:::` that closes the container opened before `from`. Counts nested containers and skips fenced code. */
function untilClosed(src: string, from: number): { body: string; end: number } {
  const isCode = fencedLines();
  let depth = 1;
  let at = from;
  while (at < src.length) {
    const newline = src.indexOf('\n', at);
    const end = newline === -1 ? src.length : newline + 1;
    const line = src.slice(at, end);
    const sign = isCode(line) ? null : CONTAINER_LINE.exec(line);
    if (sign) depth += sign[1] ? 1 : -1;
    if (depth === 0) return { body: src.slice(from, at), end };
    at = end;
  }
  return { body: src.slice(from), end: src.length };
}

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
function fencedLines(): (line: string) => boolean {
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
