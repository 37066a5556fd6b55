import type { OfxToken } from './tokens.js';

/** An element that contains others. */
export interface OfxElement {
  readonly tag: string;
  /** First text of each tag among its leaf elements; complete when the element ends. */
  readonly texts: ReadonlyMap<string, string>;
  /** Line of its start, from 1. */
  readonly line: number;
}

export interface OfxEvent {
  readonly kind: 'begin' | 'end';
  readonly element: OfxElement;
}

const STATEMENTS = ['STMTRS', 'CCSTMTRS', 'INVSTMTRS', 'LOANSTMTRS'] as const;
const ENTRIES = ['STMTTRN', 'STMTTRNP'] as const;
/** Elements that contain entries or their details. All others are treated as leaves. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...STATEMENTS,
  ...ENTRIES,
  ...['BANKACCTFROM', 'CCACCTFROM', 'INVACCTFROM', 'LOANACCTFROM', 'BANKACCTTO', 'CCACCTTO'],
  ...['PAYEE', 'CURRENCY', 'ORIGCURRENCY', 'STATUS', 'LEDGERBAL', 'AVAILBAL', 'BAL', 'SECINFO'],
]);
/** Maximum texts of an element; the rest is ignored. */
const MAX_TEXTS = 200;

export function isStatement({ tag }: OfxElement): boolean {
  return STATEMENTS.some((one) => one === tag);
}

export function isEntry({ tag }: OfxElement): boolean {
  return ENTRIES.some((one) => one === tag);
}

/**
 * Builds elements from tags. Banks omit end tags.
 * An element ends with its parent, when the same tag starts again, or when an entry starts that cannot be nested in it.
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
    if (texts !== undefined && texts.size < MAX_TEXTS && !texts.has(tag)) texts.set(tag, token.text);
    return [];
  };
}
