import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';

const MAX_DEPTH = 40;
const MAX_INLINE_LENGTH = 65_536;
const MAX_INLINE_DELIMITERS = 2_000;
/**
 * Maximum work on the inline text of one document, in characters times delimiters. The slowest patterns take 10 to 50
 * ms per million; an article of 100 kB has about 5 million.
 */
const MAX_INLINE_WORK = 100_000_000;
/** Maximum length of the local part of an email address that becomes a link (RFC 5321: 64). */
const MAX_LOCAL_PART = 1_000;
const LOCAL_PART = /^[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]+$/;
/** Maximum consecutive text lines in a list item. marked copies the item once per line, which takes quadratic time. */
const MAX_ITEM_LINES = 1_000;
/** Delimiters at which marked ends a run of text and looks at the rest of the paragraph. */
const DELIMITER = /[*_~[\]`<{@!\\]|https?|ftp|www\./gi;

/**
 * marked's lexer with bounded work. Emphasis, link and autolink matching are quadratic in the number of delimiters of
 * one paragraph, and nested quotes and lists recurse, so a megabyte of `_a` runs for hours and one of `>` overflows
 * the stack. Text beyond limits that no author reaches becomes plain text.
 */
export class BoundedLexer extends Lexer {
  #blockDepth = 0;
  #inlineDepth = 0;
  #inlineWork = 0;
  readonly #tokenizer: BoundedTokenizer;

  constructor(options: MarkedOptions) {
    const tokenizer = new BoundedTokenizer();
    super({ ...options, tokenizer });
    this.#tokenizer = tokenizer;
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.#blockDepth >= MAX_DEPTH) {
      tokens.push({ type: 'paragraph', raw: src, text: src, tokens: [plain(src)] } satisfies Tokens.Paragraph);
      return tokens;
    }
    this.#blockDepth++;
    const leave = this.#tokenizer.enter();
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped);
    } finally {
      leave();
      this.#blockDepth--;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#inlineDepth >= MAX_DEPTH || this.#isUnbounded(src)) {
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

  #isUnbounded(src: string): boolean {
    if (src.length > MAX_INLINE_LENGTH) return true;
    const count = delimiters(src);
    this.#inlineWork += count * src.length;
    return count > MAX_INLINE_DELIMITERS || this.#inlineWork > MAX_INLINE_WORK || hasLongLocalPart(src);
  }
}

/** Halves of marked's setext heading pattern: what its text cannot start with, and which lines cannot be part of it. */
const [HEADING_START = '', HEADING_REST = ''] = Lexer.rules.block.gfm.lheading.source.split('((?:.|\\n(?!');
const CAN_START = new RegExp(HEADING_START);
const INTERRUPTION = new RegExp(HEADING_REST.slice(0, HEADING_REST.lastIndexOf('))+?)')), 'y');

/**
 * Tokenizer that bounds the time for list items and setext headings. At each line, marked searches all following
 * lines for the underline of a heading and copies the item. Here, searched lines are not searched again, the text of
 * an item is read as a whole after 1,000 lines, and a list ends after 1,000 lazy continuation lines (CommonMark
 * 0.31.2, section 5.2).
 */
class BoundedTokenizer extends Tokenizer {
  #place = newPlace();

  /** Starts reading another text. @returns a function that goes back to the previous one */
  enter(): () => void {
    const before = this.#place;
    this.#place = newPlace();
    return () => {
      this.#place = before;
    };
  }

  override lheading(src: string): Tokens.Heading | undefined {
    if (src.length > this.#place.unsearched) return undefined;
    const heading = super.lheading(src);
    if (!heading && CAN_START.test(src)) this.#place.unsearched = src.length - lengthOfText(src);
    return heading;
  }

  override text(src: string): Tokens.Text | undefined {
    const place = this.#place;
    place.lines = src.length === place.nextLine ? place.lines + 1 : 1;
    const raw = place.lines > MAX_ITEM_LINES ? untilBlankLine(src) : '';
    const token: Tokens.Text | undefined =
      raw === '' ? super.text(src) : { type: 'text', raw, text: raw, tokens: this.lexer.inline(raw), escaped: false };
    if (token) place.nextLine = src.length - token.raw.length - 1;
    return token;
  }

  override list(src: string): Tokens.List | undefined {
    if (!this.rules.block.list.test(src)) return undefined;
    this.#place.listEnds ??= lazyEnds(src).toReversed();
    const { listEnds } = this.#place;
    while ((listEnds.at(-1) ?? 0) >= src.length) listEnds.pop();
    const rest = listEnds.at(-1) ?? 0;
    return super.list(rest === 0 ? src : src.slice(0, src.length - rest));
  }
}

/** Progress of the tokenizer in a text. Positions are lengths of the remaining text. */
interface ReadingPlace {
  /** End of the lines that were searched: no heading underline follows them. */
  unsearched: number;
  /** Position after the last line of text; `lines` counts the consecutive ones. */
  nextLine: number;
  lines: number;
  /** Positions where lists end because of too many lazy lines, the last one first; null until a list is read. */
  listEnds: number[] | null;
}

function newPlace(): ReadingPlace {
  return { unsearched: Number.POSITIVE_INFINITY, nextLine: -1, lines: 0, listEnds: null };
}

/** Length of the lines that could be the text of a heading. */
function lengthOfText(src: string): number {
  for (let end = src.indexOf('\n'); end !== -1; end = src.indexOf('\n', end + 1)) {
    INTERRUPTION.lastIndex = end + 1;
    if (INTERRUPTION.test(src)) return end;
  }
  return src.length;
}

function untilBlankLine(src: string): string {
  const end = src.search(/\n[ \t]*(?:\n|$)/);
  return end === -1 ? src : src.slice(0, end);
}

/** Line of text that starts no list item and is indented too little to be code. */
const LAZY = / {0,3}(?![*+-]\s|\d{1,9}[.)]\s)\S[^\n]*\n/y;

/** Positions after every 1,000 lazy lines, as lengths of the remaining text, in document order. */
function lazyEnds(src: string): number[] {
  const ends: number[] = [];
  let lines = 0;
  for (let at = 0; at < src.length; ) {
    LAZY.lastIndex = at;
    const isLazy = LAZY.test(src);
    lines = isLazy ? lines + 1 : 0;
    const newline = src.indexOf('\n', at);
    at = isLazy ? LAZY.lastIndex : newline === -1 ? src.length : newline + 1;
    if (lines < MAX_ITEM_LINES) continue;
    ends.push(src.length - at);
    lines = 0;
  }
  return ends;
}

function plain(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

/** marked looks ahead to the `@` of an email autolink from every character before it, which takes quadratic time. */
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
