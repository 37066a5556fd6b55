import { trimTrailingSlashes } from '../../../../utilities.js';
import type { Mt940Field } from './fields.js';
import { readSepaTexts, remittanceOf, type SepaTexts } from './sepa-texts.js';
import { FULL_SUBFIELD, readSubfields } from './subfields.js';

/** Details of an entry from the fields after it. Texts are as written by the bank, with their lines joined. */
export interface Information {
  readonly name: string;
  /** IBAN or number of the counterparty. */
  readonly account: string;
  /** BIC or code of the counterparty's bank. */
  readonly bank: string;
  readonly endToEndId: string;
  readonly remittance: string;
  /** The bank's own code, such as 166; empty for none. */
  readonly typeCode: string;
  /** Amount of a return before charges, and the charges, as written. */
  readonly originalAmount: string;
  readonly charges: string;
  readonly isReturn: boolean;
}

const NO_INFORMATION: Information = {
  name: '',
  account: '',
  bank: '',
  endToEndId: '',
  remittance: '',
  typeCode: '',
  originalAmount: '',
  charges: '',
  isReturn: false,
};

/**
 * Reads the fields 86 and NS after an entry in any notation. The first value of each property wins, remittances are
 * joined.
 */
export function readInformation(fields: readonly Mt940Field[]): Information {
  const [first, ...others] = fields;
  if (first !== undefined && others.length === 0) return readOne(first);
  return fields.map(readOne).reduce(
    (all, next) => ({
      name: all.name || next.name,
      account: all.account || next.account,
      bank: all.bank || next.bank,
      endToEndId: all.endToEndId || next.endToEndId,
      remittance: [all.remittance, next.remittance].filter((text) => text !== '').join(' '),
      typeCode: all.typeCode || next.typeCode,
      originalAmount: all.originalAmount || next.originalAmount,
      charges: all.charges || next.charges,
      isReturn: all.isReturn || next.isReturn,
    }),
    NO_INFORMATION,
  );
}

function readOne({ tag, lines }: Mt940Field): Information {
  if (tag === 'NS') return readFieldNs(lines);
  return readNumbered(lines) ?? readSlashed(lines) ?? readPlain(lines);
}

/** Numbers of the subfields that hold the purpose. */
const PURPOSE = /^(?:2\d|6[0-3])$/;
/** Codes of returns (DK, GVC): returned direct debits and transfers. */
const RETURNS: ReadonlySet<string> = new Set(['108', '109', '159']);

/**
 * Reads field 86 with numbered subfields (DK, Anlage 3).
 * 20 to 29 and 60 to 63 are the purpose, 30 and 31 bank and account, 32 and 33 the name. Lines break anywhere, even
 * within a number.
 * @returns null if the field has another format
 */
export function readNumbered(lines: readonly string[]): Information | null {
  const read = readSubfields(lines.join(''));
  if (read === null) return null;
  const purpose: string[] = [];
  const found: Record<'bank' | 'account' | 'name', string> = { bank: '', account: '', name: '' };
  for (const { number, value } of read.subfields) {
    if (PURPOSE.test(number)) purpose.push(value);
    else if (number === '30') found.bank = value;
    else if (number === '31') found.account = value;
    else if (number === '38') found.account = value || found.account;
    else if (number === '32' || number === '33') found.name += value;
  }
  const texts = readSepaTexts(purpose, FULL_SUBFIELD);
  const named = namedBy(texts);
  return {
    ...named,
    name: found.name,
    account: found.account || named.account,
    bank: found.bank || named.bank,
    remittance: remittanceOf(texts),
    typeCode: read.typeCode,
    isReturn: RETURNS.has(read.typeCode),
  };
}

/** Returns what the keys of a purpose name, without its text. */
function namedBy({ byKey }: SepaTexts): Information {
  const value = (key: Parameters<typeof byKey.get>[0]): string => byKey.get(key) ?? '';
  return {
    ...NO_INFORMATION,
    account: value('IBAN'),
    bank: value('BIC'),
    endToEndId: value('EREF'),
    originalAmount: value('OAMT'),
    charges: value('COAM'),
  };
}

/** Keys of Dutch banks and the SWIFT usage rules. The list is closed, because texts contain slashes too. */
const KEYS =
  /\/(TRTP|IBAN|BBAN|BIC|NAME|REMI|EREF|PREF|KREF|MARF|CSID|ORDP|BENM|ISDT|RTRN|ULTC|ULTD|PURP|SVCL|ADDR|CNTP|OCMT|EXCH|CHGS|INTR|OCCU)(?=\/)/g;

/**
 * Reads field 86 with keys between slashes: `/TRTP/.../IBAN/.../NAME/.../REMI/...`.
 * Lines break anywhere, even within a key.
 * @returns null if the field has another format
 */
export function readSlashed(lines: readonly string[]): Information | null {
  const [first = ''] = lines;
  if (!first.startsWith('/')) return null;
  const values = valuesByKey(lines.join(''));
  if (values.size === 0) return null;
  const value = (key: string): string => values.get(key) ?? '';
  const [account = '', bank = '', name = ''] = value('CNTP').split('/');
  const side = readSide(value('BENM') || value('ORDP'));
  return {
    ...NO_INFORMATION,
    name: value('NAME') || name || side.name,
    account: value('IBAN') || value('BBAN') || account || side.account,
    bank: value('BIC') || bank,
    endToEndId: value('EREF'),
    remittance: value('REMI').replace(/^(?:USTD|STRD\/[A-Z]+)\/+/, '') || side.remittance,
    originalAmount: value('OCMT'),
    charges: value('CHGS'),
    isReturn: values.has('RTRN'),
  };
}

/** Maps keys to texts. If a key is repeated, its first non-empty text wins. */
function valuesByKey(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const found = [...text.matchAll(KEYS)];
  found.forEach((match, index) => {
    const [whole, key = ''] = match;
    // One slash may both end a value and start the next key: `/EREF/1/MARF/2`, but also `/EREF/1//MARF/2`.
    const end = found[index + 1]?.index ?? text.length;
    const value = trimTrailingSlashes(text.slice(match.index + whole.length + 1, end).trim());
    if ((values.get(key) ?? '') === '') values.set(key, value);
  });
  return values;
}

/** Reads account, name and text after a single key, for banks without the other keys: `/BENM/123/NAME/text`. */
function readSide(text: string): { account: string; name: string; remittance: string } {
  const [account = '', name = '', ...rest] = text.split('/').map((piece) => piece.trim());
  if (!/^\d{6,}$/.test(account)) return { account: '', name: '', remittance: '' };
  return { account, name, remittance: rest.filter((piece) => piece !== '').join(' ') };
}

/** Maximum length of a SWIFT line. A full line may break a word. */
const FULL = 65;
const OWN_IBAN = /^([A-Z]{2}\d{2}[A-Z\d]{8,30})\s+(\S.*)$/;
const DUTCH = /\bREK: ?([A-Z\d]+)\/NAAM: ?(.+)/;

/**
 * Reads a free-text field 86. Some banks start it with IBAN and name, or append them. Others write the keys of
 * {@link readSepaTexts} without numbers.
 */
export function readPlain(lines: readonly string[]): Information {
  const [first = '', ...rest] = lines.map((line) => line.trimEnd());
  const text = joined([first, ...rest]);
  const [, iban = '', name = ''] = OWN_IBAN.exec(first) ?? [];
  const [, account = '', owner = ''] = DUTCH.exec(text) ?? [];
  const texts = readSepaTexts([iban === '' ? text : joined(rest)], FULL);
  const named = namedBy(texts);
  return {
    ...named,
    name: name || owner,
    account: iban || account || named.account,
    remittance: remittanceOf(texts),
  };
}

function joined(lines: readonly string[]): string {
  return lines.reduce((text, line, index) => {
    const isFull = (lines[index - 1]?.length ?? 0) >= FULL;
    return index === 0 || isFull ? text + line : `${text} ${line}`;
  }, '');
}

/**
 * Reads field NS of some banks. Each line starts with two digits: 01 to 14 purpose, 15 and 16 name, 33 bank, 34
 * account.
 */
export function readFieldNs(lines: readonly string[]): Information {
  const texts = lines.map((line) => [Number(line.slice(0, 2)), line.slice(2).trim()] as const);
  const between = (first: number, last: number): string =>
    texts
      .filter(([number, text]) => number >= first && number <= last && text !== '')
      .map(([, text]) => text)
      .join(' ');
  return {
    ...NO_INFORMATION,
    name: between(15, 16),
    account: between(34, 34),
    bank: between(33, 33),
    remittance: between(1, 14),
  };
}
