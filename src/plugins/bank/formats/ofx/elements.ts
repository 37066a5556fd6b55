import type { OfxToken } from './tokens.js';

/** An element that holds others. */
export interface OfxElement {
  readonly tag: string;
  /** Of the elements in it that hold none, by tag, the first of each; whole when the element ends. */
  readonly texts: ReadonlyMap<string, string>;
  /** Where it begins, from 1. */
  readonly line: number;
}

export interface OfxEvent {
  readonly kind: 'begin' | 'end';
  readonly element: OfxElement;
}

const STATEMENTS = ['STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'LOANSTMTRS'] as const;
const ENTRIES = ['STMTTRN', 'STMTTRNP'] as const;
/** Where entries and what is said of them stand. No other element needs to be told apart from a text. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...STATEMENTS,
  ...ENTRIES,
  ...['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM', 'LOANACCTFROM', 'BANKACCTTO', 'CCACCTTO'],
  ...['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'STATUS', 'LEDGERBAL', 'AVAILBAL', 'BAL', 'SECINFO'],
]);
/** More than any element has; the rest is passed over. */
const MOST_TEXTS = 200;

export function isStatement({ tag }: OfxElement): boolean {
  return STATEMENTS.some((one) => one === tag);
}

export function isEntry({ tag }: OfxElement): boolean {
  return ENTRIES.some((one) => one === tag);
}

/**
 * Puts tags together to elements. Banks leave out ends: an element ends with the one that it stands in, when its like
 * begins, and when an entry begins that cannot stand in it.
 */
export function createElementReader(): (token: OfxToken) => readonly OfxEvent[] {
  const open: { tag: string; texts: Map<string, string>; line: number }[] = [];

  function endFrom(index: number): readonly OfxEvent[] {
    if (index < 0 || index >= open.length) return [];
    const ended = open.splice(index).reverse();
    return ended.map((element) => ({ kind: 'end', element }));
  }

  function begin(tag: string, line: number): readonly OfxEvent[] {
    const element = { tag, texts: new Map<string, string>(), line };
    const place = isEntry(element) ? open.findLastIndex(isStatement) + 1 : open.findLastIndex((one) => one.tag === tag);
    const ended = endFrom(place);
    open.push(element);
    return [...ended, { kind: 'begin', element }];
  }

  return (token) => {
    const { tag } = token;
    if (token.kind === 'close') return endFrom(HOLDERS.has(tag) ? open.findLastIndex((one) => one.tag === tag) : -1);
    if (HOLDERS.has(tag)) return begin(tag, token.line);
    const texts = open.at(-1)?.texts;
    if (texts !== undefined && texts.size < MOST_TEXTS && !texts.has(tag)) texts.set(tag, token.text);
    return [];
  };
}
