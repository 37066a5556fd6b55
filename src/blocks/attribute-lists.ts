import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { escapeHtml } from './escape.js';

const ATTRIBUTE_LIST = /^\{:[^{}\n]{0,500}\}|^\{#[^\s{}]{1,200}\}/;

interface AttributeList extends Tokens.Generic {
  type: 'attributeList';
  id: string | undefined;
}

/**
 * Extension for attribute lists: `{#id}` of Hugo and Pandoc, `{: #id .class key="value"}` of Kramdown. Headings take
 * their id; the rest of a Kramdown list is presentation of the source site and is dropped.
 */
export const attributeLists: TokenizerAndRendererExtension = {
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

/**
 * Splits the inline tokens of a heading into its text and the id given after it. Handles `## Title {#id}` as well as
 * `## Title ## {#id}`, where marked reads the closing hashes as text.
 */
export function splitHeadingId(tokens: Token[]): { tokens: Token[]; id: string | undefined } {
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
