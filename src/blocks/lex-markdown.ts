import { Marked, Parser, type Token, type TokenizerAndRendererExtension, type Tokens, type TokensList } from 'marked';
import { BoundedLexer } from './bounded-lexer.js';
import { callouts } from './callouts.js';
import { escapeHtml } from './escape.js';
import { type Footnote, footnoteExtensions, numberFootnotes } from './footnotes.js';
import { templateTags } from './template-tags.js';

const ATTRIBUTE_LIST = /^\{:[^{}\n]{0,500}\}|^\{#[^\s{}]{1,200}\}/;

interface AttributeList extends Tokens.Generic {
  type: 'attributeList';
  id: string | undefined;
}

/**
 * Extension for attribute lists: `{#id}` of Hugo and Pandoc, `{: #id .class key="value"}` of Kramdown. Headings take
 * their id; the rest of a Kramdown list is presentation of the source site and is dropped.
 */
const attributeLists: TokenizerAndRendererExtension = {
  name: 'attributeList',
  level: 'inline',
  start: (src) => {
    const at = src.search(/\{[:#]/);
    return at === -1 ? undefined : at;
  },
  tokenizer(src): AttributeList | undefined {
    const raw = ATTRIBUTE_LIST.exec(src)?.[0];
    if (raw === undefined) return undefined;
    return { type: 'attributeList', raw, id: /[\s:{]#([^\s{}]+)/.exec(raw)?.[1] };
  },
  renderer: ({ raw }) => (raw.startsWith('{#') ? escapeHtml(raw) : ''),
};

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

/**
 * Splits the inline tokens of a heading into its text and the id given after it. Handles `## Title {#id}` as well as
 * `## Title ## {#id}`, where marked reads the closing hashes as text.
 */
function splitHeadingId(tokens: Token[]): { tokens: Token[]; id: string | undefined } {
  const last = tokens.at(-1);
  if (last?.type !== 'attributeList' || (last as AttributeList).id === undefined) return { tokens, id: undefined };
  const text = tokens.slice(0, -1);
  const before = text.at(-1);
  if (before?.type === 'text') {
    const stripped = withoutClosingHashes((before as Tokens.Text).text);
    text[text.length - 1] = { ...before, raw: stripped, text: stripped } as Tokens.Text;
  }
  return { tokens: text, id: (last as AttributeList).id };
}

/** Strips closing hashes: `Title ##` becomes `Title`, `C#` stays. Scans from the end so that it takes linear time. */
function withoutClosingHashes(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end--;
  return end === 0 || /[ \t]/.test(trimmed[end - 1] ?? '') ? trimmed.slice(0, end).trimEnd() : trimmed;
}
