import { randomUUID } from 'node:crypto';

/** What stands where a dynamic block was, until it is known who reads. It can be kept as JSON. */
export interface Place {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>>;
  /** Sanitised, with comments for the dynamic blocks inside, which come earlier in the list. */
  readonly content: string;
}

/** Puts marks into a text that is going to be sanitised, and finds them again in what came out. */
export interface Marks {
  /** Part of every mark, by which another thread finds them. */
  readonly word: string;
  mark(index: number): string;
  /**
   * Replaces the marks of sanitised HTML. One inside of a tag is dropped: an author may have written a block into an
   * attribute, whose value would end with the first quotation mark of what is put there.
   */
  replace(html: string, by: (index: number) => string): string;
  /** The same in pieces: HTML, and the number of a mark in its place. */
  split(html: string): (string | number)[];
}

/** Marks that no author can write: they differ each time. */
export function createMarks(): Marks {
  return marksOf(`block${randomUUID().replaceAll('-', '')}n`);
}

/** The marks with a given word. */
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

/** The comment in kept HTML. Sanitising drops every comment, so that any that is there is ours. */
export function commentOf(index: number): string {
  return `<!--block:${index}-->`;
}

/** Replaces the comments of kept HTML. */
export function replaceComments(html: string, by: (index: number) => string): string {
  return html.replace(/<!--block:(\d+)-->/g, (_comment, index: string) => by(Number(index)));
}
