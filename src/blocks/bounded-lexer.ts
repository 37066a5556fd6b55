import { Lexer, type Token, type Tokens, type TokensList } from 'marked';

const MAX_DEPTH = 40;
const MAX_INLINE_LENGTH = 65_536;
const MAX_INLINE_DELIMITERS = 2_000;
/** No address of a person has one like this (RFC 5321: 64). */
const MAX_LOCAL_PART = 1_000;
const LOCAL_PART = /^[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]+$/;
const DELIMITER = /[*_~[\]`<{@]/g;

/**
 * marked's lexer with bounded work. Emphasis and link matching are quadratic in the number of delimiters of one
 * paragraph, and nested quotes and lists recurse, so a megabyte of `_a` runs for hours and one of `>` overflows
 * the stack; an `@` behind a word of a page is no better. Beyond limits that no written text reaches, the rest of the paragraph is plain text.
 */
export class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.#blockDepth >= MAX_DEPTH) {
      tokens.push({ type: 'paragraph', raw: src, text: src, tokens: [plain(src)] } satisfies Tokens.Paragraph);
      return tokens;
    }
    this.#blockDepth++;
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth--;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#inlineDepth >= MAX_DEPTH || isUnbounded(src)) {
      tokens.push(plain(src));
      return tokens;
    }
    this.#inlineDepth++;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#inlineDepth--;
    }
  }
}

function plain(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

function isUnbounded(src: string): boolean {
  return src.length > MAX_INLINE_LENGTH || delimiters(src) > MAX_INLINE_DELIMITERS || hasLongLocalPart(src);
}

/** For an address that becomes a link, marked looks ahead to its `@` from every character before it. */
function hasLongLocalPart(src: string): boolean {
  for (let at = src.indexOf('@'); at !== -1; at = src.indexOf('@', at + 1)) {
    const before = src.slice(Math.max(0, at - MAX_LOCAL_PART), at);
    if (before.length === MAX_LOCAL_PART && LOCAL_PART.test(before)) return true;
  }
  return false;
}

function delimiters(src: string): number {
  let found = 0;
  for (const _delimiter of src.matchAll(DELIMITER)) found++;
  return found;
}
