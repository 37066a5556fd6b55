/** A code span ends at a run of as many backticks as it began with and never spans a blank line. */
const CODE_SPAN = /(?<![\\`])(`{1,100})(?!`)((?:(?!\n[ \t]*\r?\n)[\s\S])*?[^`])\1(?!`)/g;

/**
 * Blanks out the parts of a Markdown text in which links are only examples. These are fences, indented code, code
 * spans and HTML comments (optional). Offsets and line ends stay the same.
 */
export function maskCode(body: string, { keepComments = false }: { readonly keepComments?: boolean } = {}): string {
  const lines = body.split(/(?<=\n)/);
  const blocks = maskBlocks(lines).join('');
  return (keepComments ? blocks : maskComments(blocks)).replace(CODE_SPAN, blank);
}

function maskBlocks(lines: string[]): string[] {
  let fence: { character: string; length: number } | undefined;
  let afterBlank = true;
  let inList = false;
  return lines.map((line) => {
    const marker = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^\r\n]*)/.exec(line);
    if (fence) {
      const run = marker?.[1] ?? '';
      if (run.startsWith(fence.character) && run.length >= fence.length && marker?.[2]?.trim() === '')
        fence = undefined;
      return blank(line);
    }
    if (marker?.[1] && !(marker[1].startsWith('`') && marker[2]?.includes('`'))) {
      fence = { character: marker[1].charAt(0), length: marker[1].length };
      return blank(line);
    }
    const empty = line.trim() === '';
    if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/.test(line)) inList = true;
    else if (!empty && afterBlank && /^\S/.test(line)) inList = false;
    const code = /^(?: {4}|\t)/.test(line) && afterBlank && !inList && !empty;
    // Another line of indented code continues the block as if after a blank line.
    afterBlank = empty || code;
    return code ? blank(line) : line;
  });
}

/** Scans by hand: a lazy pattern would rescan the text for every unclosed comment. */
export function maskComments(text: string): string {
  let result = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('<!--', at);
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4);
    if (end === -1) break;
    result += text.slice(at, start) + blank(text.slice(start, end + 3));
    at = end + 3;
  }
  return result + text.slice(at);
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
