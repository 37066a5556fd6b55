import { maskCode } from '../links/mask-code.js';
import type { Insertion } from '../links/rewrite-links.js';
import type { Conversion } from './conversion.js';

interface CommentSyntax {
  readonly name: string;
  readonly begin: RegExp;
  readonly end: RegExp;
}

/** Comments of generators. HTML comments are removed when a text is rendered. */
const COMMENTS: readonly CommentSyntax[] = [
  // Liquid: https://shopify.dev/docs/api/liquid/tags/comment
  {
    name: '{% comment %}',
    begin: /\{%-?\s{0,9}(?:comment|doc)\s{0,9}-?%\}/g,
    end: /\{%-?\s{0,9}end(?:comment|doc)\s{0,9}-?%\}/g,
  },
  { name: '{% # %}', begin: /\{%-?\s{0,9}#/g, end: /%\}/g },
  // Jinja, in the macros of MkDocs.
  { name: '{# #}', begin: /\{#-?(?=\s)/g, end: /#\}/g },
  // Hugo: https://gohugo.io/templates/introduction/#comments
  { name: '{{/* */}}', begin: /\{\{-?\s{0,9}\/\*/g, end: /\*\/\s{0,9}-?\}\}/g },
  {
    name: '{{< comment >}}',
    begin: /\{\{[<%]\s{0,9}comment\s{0,9}[>%]\}\}/g,
    end: /\{\{[<%]\s{0,9}\/\s{0,9}comment\s{0,9}[>%]\}\}/g,
  },
  // kramdown: https://kramdown.gettalong.org/syntax.html#extensions
  { name: '{::comment}', begin: /\{::comment\}/g, end: /\{:\/(?:comment)?\}/g },
  // MDX, except for the heading ids of Docusaurus.
  { name: '{/* */}', begin: /\{\s{0,9}\/\*(?!\s{0,9}#[\w-]{1,200}\s{0,9}\*\/\})/g, end: /\*\/\s{0,9}\}/g },
];
/** Obsidian: https://help.obsidian.md/syntax#Comments */
const OBSIDIAN: CommentSyntax = { name: '%% %%', begin: /%%/g, end: /%%/g };
const WIKI_LINK = /\[\[[^[\]\n]{1,200}\]\]/;

/** Removes the comments of generators, which must not become public. Comments in code samples stay. */
export function removeComments(text: string): Conversion {
  const syntaxes = WIKI_LINK.test(text) ? [...COMMENTS, OBSIDIAN] : COMMENTS;
  const found = outermost(syntaxes.flatMap((syntax) => pairsOf(text, syntax)));
  if (found.length === 0) return { edits: [], constructs: [] };
  const visible = maskCode(withMarks(text, found));
  const hidden = found.filter(({ start }) => visible[start] === MARK);
  return {
    edits: hidden.map(({ start, end }): Insertion => ({ offset: start, length: end - start, text: '' })),
    constructs: hidden.map(({ name }) => `${name} (removed)`),
  };
}

interface Comment {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Pairs beginnings and ends in one pass. Nested comments belong to the outer one; unclosed ones are none. */
function pairsOf(text: string, { name, begin, end }: CommentSyntax): Comment[] {
  const begins = [...text.matchAll(begin)];
  const ends = [...text.matchAll(end)];
  const comments: Comment[] = [];
  let last = 0;
  let next = 0;
  for (const opening of begins) {
    if (opening.index < last) continue;
    const inner = opening.index + opening[0].length;
    while (next < ends.length && (ends[next]?.index ?? 0) < inner) next += 1;
    const closing = ends[next];
    if (!closing) break;
    last = closing.index + closing[0].length;
    comments.push({ name, start: opening.index, end: last });
  }
  return comments;
}

function outermost(comments: Comment[]): Comment[] {
  let last = 0;
  return comments
    .sort((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      if (start < last) return false;
      last = end;
      return true;
    });
}

const MARK = 'x';

/** Replaces each comment by a mark and spaces, so that a code fence in it neither opens nor closes a sample. */
function withMarks(text: string, comments: readonly Comment[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of comments) {
    result += text.slice(at, start) + MARK + text.slice(start + 1, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return result + text.slice(at);
}
