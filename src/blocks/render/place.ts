import { randomUUID } from 'node:crypto';

/** Place of a dynamic block until the reader is known. It can be stored as JSON. */
export interface Place {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  /** Sanitized content, with comments for the inner dynamic blocks, which are earlier in the list. */
  readonly content: string;
}

/** Puts marks into a text before it is sanitized, and finds them in the output. */
export interface Marks {
  /** Part of every mark. Another thread finds the marks by it. */
  readonly word: string;
  mark(index: number): string;
  /**
   * Replaces the marks in sanitized HTML. Drops marks inside tags: an author may have written a block into an
   * attribute, whose value would end at the first quotation mark of the replacement.
   */
  replace(html: string, by: (index: number) => string): string;
  /** Splits sanitized HTML into HTML and the index of each mark. */
  split(html: string): (string | number)[];
}

/** Creates marks that authors cannot write, because they contain a random word. */
export function createMarks(): Marks {
  return marksOf(`block${randomUUID().replaceAll('-', '')}n`);
}

/** Creates the marks for a given word. */
export function marksOf(word: string): Marks {
  const mark = new RegExp(`${word}\\d+e`, 'g');
  const tagOrMark = new RegExp(`<[^>]*(?:>|$)|${word}(\\d+)e`, 'g');

  function split(html: string): (string | number)[] {
    const pieces: (string | number)[] = [];
    let between = '';
    let end = 0;
    for (const { 0: found, 1: index, index: at } of html.matchAll(tagOrMark)) {
      between += html.slice(end, at);
      end = at + found.length;
      if (index === undefined) between += found.replace(mark, '');
      else {
        pieces.push(between, Number(index));
        between = '';
      }
    }
    return [...pieces, between + html.slice(end)].filter((piece) => piece !== '');
  }

  return {
    word,
    mark: (index) => `${word}${index}e`,
    split,
    replace(html, by) {
      if (!html.includes(word)) return html;
      return split(html)
        .map((piece) => (typeof piece === 'number' ? by(piece) : piece))
        .join('');
    },
  };
}

/** Comment in stored HTML. Sanitizing drops every comment, so any comment in it is ours. */
export function commentOf(index: number): string {
  return `<!--block:${index}-->`;
}

/** Replaces the comments in stored HTML. */
export function replaceComments(html: string, by: (index: number) => string): string {
  return html.replace(/<!--block:(\d+)-->/g, (_comment, index: string) => by(Number(index)));
}
