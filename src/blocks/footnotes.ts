import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { escapeHtml } from './escape.js';

const DEFINITION =
  /^\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?:[ \t]*\n)*(?: {4}|\t)[^\n]+|\n(?![ \t]*(?:\n|$)| {4}|\t|\[\^|[#>`~*+\-|:<])[^\n]+)*)(?:\n|$)/;
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/;

export interface FootnoteDefinition extends Tokens.Generic {
  type: 'footnoteDefinition';
  label: string;
  tokens: Token[];
}

interface FootnoteReference extends Tokens.Generic {
  type: 'footnoteReference';
  label: string;
  number?: number;
  occurrence?: number;
}

/** Footnote with references: its number by first reference, and the number of references. */
export interface Footnote {
  number: number;
  references: number;
  definition: FootnoteDefinition;
}

/** GFM footnotes: `[^label]` in text, `[^label]: …` at the start of a block, indented lines continue it. */
export const footnoteExtensions: readonly TokenizerAndRendererExtension[] = [
  {
    name: 'footnoteDefinition',
    level: 'block',
    tokenizer(src): FootnoteDefinition | undefined {
      const match = DEFINITION.exec(src);
      if (!match?.[1]) return undefined;
      const body = (match[2] ?? '').replace(/^(?: {4}|\t)/gm, '');
      return {
        type: 'footnoteDefinition',
        raw: match[0],
        label: match[1].toLowerCase(),
        tokens: this.lexer.blockTokens(body, []),
      };
    },
    renderer: () => '',
    childTokens: ['tokens'],
  },
  {
    name: 'footnoteReference',
    level: 'inline',
    tokenizer(src): FootnoteReference | undefined {
      const match = REFERENCE.exec(src);
      if (!match?.[1]) return undefined;
      return { type: 'footnoteReference', raw: match[0], label: match[1].toLowerCase() };
    },
    renderer(token) {
      const { number, occurrence = 1, raw } = token as FootnoteReference;
      if (number === undefined) return escapeHtml(raw);
      return `<sup><a href="#fn-${number}" id="${referenceId(number, occurrence)}" role="doc-noteref">${number}</a></sup>`;
    },
  },
];

/**
 * Numbers the references of a lexed document in reading order.
 * @param walk visits every token of the document
 * @param first number of the first footnote
 * @returns footnotes with references, ordered by number; the first definition of a label wins
 */
export function numberFootnotes(walk: (visit: (token: Token) => void) => void, first = 1): Footnote[] {
  const definitions = new Map<string, FootnoteDefinition>();
  walk((token) => {
    if (token.type !== 'footnoteDefinition') return;
    const definition = token as FootnoteDefinition;
    if (!definitions.has(definition.label)) definitions.set(definition.label, definition);
  });
  const footnotes = new Map<string, Footnote>();
  if (definitions.size === 0) return [];
  walk((token) => {
    if (token.type !== 'footnoteReference') return;
    const reference = token as FootnoteReference;
    const definition = definitions.get(reference.label);
    if (!definition) return;
    const footnote = footnotes.get(reference.label) ?? { number: footnotes.size + first, references: 0, definition };
    footnotes.set(reference.label, footnote);
    footnote.references++;
    reference.number = footnote.number;
    reference.occurrence = footnote.references;
  });
  return [...footnotes.values()];
}

/** Ids of notes and of their references, as rendered. Nothing else on the page may use them. */
export function footnoteIds(footnotes: readonly Footnote[]): string[] {
  return footnotes.flatMap(({ number, references }) => [
    `fn-${number}`,
    ...Array.from({ length: references }, (_, index) => referenceId(number, index + 1)),
  ]);
}

function referenceId(number: number, occurrence: number): string {
  return occurrence === 1 ? `fnref-${number}` : `fnref-${number}-${occurrence}`;
}

/** Renders the list at the end of the page, each note with a link back to every reference. */
export function renderFootnotes(
  footnotes: readonly Footnote[],
  parse: (tokens: Token[]) => string,
  labels: { footnotes: string; backToText: string },
): string {
  const [first] = footnotes;
  if (!first) return '';
  const items = footnotes.map(({ number, references, definition }) => {
    const links = Array.from({ length: references }, (_, index) => {
      return `<a href="#${referenceId(number, index + 1)}" role="doc-backlink" aria-label="${escapeHtml(labels.backToText)}">↩</a>`;
    }).join(' ');
    return `<li id="fn-${number}">${parse(definition.tokens)}${links}</li>\n`;
  });
  const label = escapeHtml(labels.footnotes);
  const start = first.number === 1 ? '' : ` start="${first.number}"`;
  return `<section class="footnotes" role="doc-endnotes" aria-label="${label}">\n<ol${start}>\n${items.join('')}</ol>\n</section>\n`;
}
