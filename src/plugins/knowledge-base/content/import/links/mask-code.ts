import { type CodeOptions, codeLines } from './code-lines.js';

/** A code span ends at a run of as many backticks as it began with and never spans a blank line. */
const CODE_SPAN = /(?<![\\`])(`{1,100})(?!`)((?:(?!\n[ \t]*\r?\n)[\s\S])*?[^`])\1(?!`)/g;
/** HTML elements whose content is neither Markdown nor a link. */
const VERBATIM = ['pre', 'script', 'style', 'textarea'] as const;

interface MaskOptions extends CodeOptions {
  /**
   * Whether HTML comments stay.
   * @default false
   */
  readonly keepComments?: boolean;
}

/**
 * Blanks out the parts of a Markdown text in which links are only examples. These are fences, indented code, code
 * spans, `<pre>` and HTML comments (optional). Offsets and line ends stay the same.
 */
export function maskCode(body: string, { keepComments = false, ...options }: MaskOptions = {}): string {
  const blocks = codeLines(body, options)
    .map(({ line, isCode }) => (isCode ? blank(line) : line))
    .join('');
  const elements = maskElements(keepComments ? blocks : maskComments(blocks));
  return elements.replace(CODE_SPAN, blank);
}

/** Scans by hand: a lazy pattern would rescan the text for every unclosed comment. */
export function maskComments(text: string): string {
  return maskBetween(text, '<!--', '-->');
}

function maskElements(text: string): string {
  const lower = text.toLowerCase();
  let result = text;
  for (const name of VERBATIM) if (lower.includes(`<${name}`)) result = maskElement(result, name);
  return result;
}

/** Blanks out everything from the name of an opening tag to the closing tag, or to the end of the text. */
function maskElement(text: string, name: string): string {
  // Lower case keeps offsets only for ASCII, which is all that matters here.
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  let result = '';
  let at = 0;
  for (let start = lower.indexOf(`<${name}`, at); start !== -1; start = lower.indexOf(`<${name}`, at)) {
    const after = start + name.length + 1;
    const end = /[\s>]/.test(lower[after] ?? '') ? lower.indexOf(`</${name}`, after) : after;
    const until = end === -1 ? text.length : end;
    result += text.slice(at, after) + blank(text.slice(after, until));
    at = until;
  }
  return result + text.slice(at);
}

function maskBetween(text: string, open: string, close: string): string {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf(open, at);
    const end = start === -1 ? -1 : text.indexOf(close, start + open.length);
    if (end === -1) break;
    result += text.slice(at, start) + blank(text.slice(start, end + close.length));
    at = end + close.length;
  }
  return result + text.slice(at);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
