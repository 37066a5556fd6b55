import { Marked, Parser, type Token, type Tokens, type TokensList } from 'marked';
import { attributeLists, splitHeadingId } from './attribute-lists.js';
import { BoundedLexer } from './bounded-lexer.js';
import { callouts } from './callouts.js';
import { escapeHtml } from './escape.js';
import { type Footnote, footnoteExtensions, numberFootnotes } from './footnotes.js';
import { templateTags } from './template-tags.js';

/** Labels that rendering adds to a text, in the language of the text. */
export interface MarkdownLabels {
  note: string;
  tip: string;
  important: string;
  warning: string;
  caution: string;
  table: string;
  footnotes: string;
  backToText: string;
  taskDone: string;
  taskOpen: string;
}

export const ENGLISH: MarkdownLabels = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
  table: 'Table',
  footnotes: 'Footnotes',
  backToText: 'Back to text',
  taskDone: 'Done',
  taskOpen: 'Open',
};

/** Lexed Markdown. */
export interface LexedMarkdown {
  /** Top-level tokens, in order. */
  readonly tokens: TokensList;
  readonly footnotes: readonly Footnote[];
  /** Visits every token, including nested ones. */
  walk(visit: (token: Token) => void): void;
  /** Renders some of the tokens to HTML. Not safe yet. */
  parse(tokens: Token[]): string;
}

/**
 * Lexes Markdown in our dialect. Needs no server code, so the editor uses it too.
 * @param writeCode renders code samples to HTML
 * @param firstNote number of the first footnote
 */
export function lexMarkdown(
  source: string,
  labels: MarkdownLabels,
  writeCode: WriteCode,
  firstNote?: number,
): LexedMarkdown {
  const marked = dialect(labels, writeCode);
  const tokens = new BoundedLexer(marked.defaults).lex(source.replace(/^\uFEFF/, ''));
  const walk = (visit: (token: Token) => void): void => void marked.walkTokens(tokens, visit);
  const footnotes = numberFootnotes(walk, firstNote);
  return { tokens, footnotes, walk, parse: (part) => new Parser(marked.defaults).parse(part) };
}

type WriteCode = (text: string, info: string | undefined) => string;

function dialect(labels: MarkdownLabels, writeCode: WriteCode): Marked {
  return new Marked({
    gfm: true,
    extensions: [callouts({ ...labels }), ...footnoteExtensions, templateTags, attributeLists],
    renderer: {
      code: ({ text, lang }) => writeCode(text, lang),
      heading({ tokens, depth }) {
        const heading = splitHeadingId(tokens);
        const id = heading.id === undefined ? '' : ` id="${escapeHtml(heading.id)}"`;
        return `<h${depth}${id}>${this.parser.parseInline(heading.tokens)}</h${depth}>\n`;
      },
      listitem(item: Tokens.ListItem) {
        return `<li${item.task ? ' class="task"' : ''}>${this.parser.parse(item.tokens)}</li>\n`;
      },
      checkbox({ checked }) {
        const label = escapeHtml(checked ? labels.taskDone : labels.taskOpen);
        return `<input type="checkbox" disabled${checked ? ' checked' : ''} aria-label="${label}"> `;
      },
    },
  });
}
