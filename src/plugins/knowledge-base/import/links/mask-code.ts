/**
 * Blanks everything of a Markdown text in which a link is only an example: fences, indented code, code spans and
 * HTML comments. Every character keeps its offset, line ends stay, so what is found in the result lies at the
 * same place in the text.
 */
export function maskCode(body: string): string {
  const lines = body.split(/(?<=\n)/);
  const blocks = maskBlocks(lines).join('');
  return blocks
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(?<![\\`])(`+)(?!`)((?:(?!\n[ \t]*\r?\n)[\s\S])*?[^`])\1(?!`)/g, blank);
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
    // A further line of indented code follows its own kind, so it is judged as if after a blank line.
    afterBlank = empty || code;
    return code ? blank(line) : line;
  });
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
