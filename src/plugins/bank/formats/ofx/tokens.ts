/** A token of OFX: a start tag with the text up to the next tag, or an end tag. */
export type OfxToken =
  | { readonly kind: 'open'; readonly tag: string; readonly text: string; readonly line: number }
  | { readonly kind: 'close'; readonly tag: string; readonly line: number };

/** Finds tags in streamed text. */
export interface OfxTokenizer {
  push(text: string): readonly OfxToken[];
  end(): readonly OfxToken[];
}

/** Context of the text being read. `ENDS` has the terminator of each. */
type Mode = 'text' | 'section' | 'comment' | 'instruction';
const ENDS: Readonly<Record<Exclude<Mode, 'text'>, string>> = { section: ']]>', comment: '-->', instruction: '>' };
const SECTION = '<![CDATA[';
const TAG = /<(\/?)([A-Za-z][\w.-]{0,63})(?:[\s/][^<>]{0,1024})?>/y;
/** Characters that must follow a `<` to decide whether it starts a tag, unless the next `<` or `>` decides it. */
const MAX_TAG_LENGTH = 1100;
/** Maximum characters of a text; the rest is ignored, to limit memory. */
const MAX_TEXT_LENGTH = 16_384;
const MAX_ENTITY_LENGTH = 10;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const ENTITY = /&(?:#(\d{1,7})|#x([\dA-F]{1,6})|([a-z]{2,4}));/gi;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Reads both OFX 1 (SGML, no end tags for leaves) and OFX 2 (XML): an element's text is everything up to the next tag.
 * A `<` that starts no tag is text. Only entities of single characters are expanded.
 */
export function createOfxTokenizer(): OfxTokenizer {
  let rest = '';
  let mode: Mode = 'text';
  let line = 1;
  let open: { tag: string; text: string; line: number } | null = null;

  function addText(text: string): void {
    if (open !== null && open.text.length < MAX_TEXT_LENGTH) open.text += text.slice(0, MAX_TEXT_LENGTH);
  }

  function finish(): readonly OfxToken[] {
    if (open === null) return [];
    const token: OfxToken = { kind: 'open', tag: open.tag, text: open.text.trim(), line: open.line };
    open = null;
    return [token];
  }

  /**
   * Skips to the end of a section, comment or instruction.
   * @returns the index after it; null if it has not ended yet
   */
  function leave(source: string, from: number, of: Exclude<Mode, 'text'>): number | null {
    const end = source.indexOf(ENDS[of], from);
    const tailStart = Math.max(from, source.length - ENDS[of].length + 1);
    if (of === 'section') addText(source.slice(from, end < 0 ? tailStart : end));
    rest = end < 0 ? source.slice(tailStart) : '';
    if (end < 0) return null;
    mode = 'text';
    return end + ENDS[of].length;
  }

  function take(source: string, isLast: boolean): readonly OfxToken[] {
    const tokens: OfxToken[] = [];
    let at = 0;
    let counted = 0;
    const countLines = (end: number): void => {
      line += source.slice(counted, end).split('\n').length - 1;
      counted = end;
    };
    for (;;) {
      if (mode !== 'text') {
        const next = leave(source, at, mode);
        if (next === null) break;
        at = next;
      }
      const begin = source.indexOf('<', at);
      const end = begin < 0 ? endOfText(source, isLast) : begin;
      addText(plainText(source.slice(at, Math.max(at, end))));
      rest = source.slice(Math.max(at, end));
      if (begin < 0) break;
      if (!isLast && mayGoOn(source, begin)) break;
      at = begin;
      if (source.startsWith('<!--', at)) mode = 'comment';
      else if (source.startsWith(SECTION, at)) {
        mode = 'section';
        at += SECTION.length;
      } else if (source[at + 1] === '?' || source[at + 1] === '!') mode = 'instruction';
      else {
        TAG.lastIndex = at;
        const [whole = '<', slash, tag] = TAG.exec(source) ?? [];
        if (tag === undefined) addText('<');
        else {
          countLines(at);
          tokens.push(...finish());
          if (slash === '/') tokens.push({ kind: 'close', tag: tag.toUpperCase(), line });
          else open = { tag: tag.toUpperCase(), text: '', line };
        }
        at += whole.length;
      }
    }
    countLines(source.length - rest.length);
    return isLast ? [...tokens, ...finish()] : tokens;
  }

  return { push: (text) => take(rest + text, false), end: () => take(rest, true) };
}

/** Returns the end of the text so far: an entity may continue in the next piece. */
function endOfText(source: string, isLast: boolean): number {
  const entity = source.lastIndexOf('&');
  return isLast || entity < source.length - MAX_ENTITY_LENGTH ? source.length : entity;
}

/** Whether the next piece is needed to decide what the `<` starts. */
function mayGoOn(source: string, begin: number): boolean {
  if (source.length - begin > MAX_TAG_LENGTH) return false;
  if (source[begin + 1] === '!') return source.length - begin < SECTION.length;
  return !/[<>]/.test(source.slice(begin + 1));
}

/** Decodes entities of single characters. Other `&` are kept: banks often leave them unescaped. */
function plainText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (written: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? written;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return isCharacter(code) ? String.fromCodePoint(code) : '';
  });
}

/** Whether it is a code point other than NUL and the surrogates. */
function isCharacter(code: number): boolean {
  return code > 0 && code <= LAST_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
}
