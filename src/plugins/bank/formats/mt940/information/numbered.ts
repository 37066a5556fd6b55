import type { Information } from './information.js';
import { readSepaTexts, remittanceOf } from './sepa-keys.js';

/**
 * Three digits for the type, then a separator of the bank's choice before each number: `166?00...?20...`, `000>10...`.
 */
const BEGIN = /^(\d{3})([?>@#~^|<*])(?=\d\d)/;
const NUMBER = /^\d\d/;
const PURPOSE = /^(?:2\d|6[0-3])$/;

/**
 * Reads field 86 with numbered subfields (DK, Anlage 3).
 * 20 to 29 and 60 to 63 are the purpose, 30 and 31 bank and account, 32 and 33 the name. Lines break anywhere, even
 * within a number.
 * @returns null if the field has another format
 */
export function readNumbered(lines: readonly string[]): Information | null {
  const text = lines.join('');
  const begin = BEGIN.exec(text);
  if (begin === null) return null;
  const [typeCode, sign] = [begin[1] ?? '', begin[2] ?? ''];
  const purpose: string[] = [];
  const found: Record<'bank' | 'account' | 'name', string> = { bank: '', account: '', name: '' };
  for (const { number, value } of subfieldsOf(text, sign)) {
    if (PURPOSE.test(number)) purpose.push(value);
    else if (number === '30') found.bank = value;
    else if (number === '31') found.account = value;
    else if (number === '38') found.account = value || found.account;
    else if (number === '32' || number === '33') found.name += value;
  }
  const texts = readSepaTexts(purpose);
  return {
    name: found.name,
    account: found.account || (texts.byKey.get('IBAN') ?? ''),
    bank: found.bank || (texts.byKey.get('BIC') ?? ''),
    endToEndId: texts.byKey.get('EREF') ?? '',
    remittance: remittanceOf(texts),
    typeCode,
  };
}

interface Subfield {
  readonly number: string;
  value: string;
}

/** Splits the text at the separators. A separator without a number after it is part of the text. */
function subfieldsOf(text: string, sign: string): readonly Subfield[] {
  const subfields: Subfield[] = [];
  let last: Subfield | null = null;
  for (const piece of text.slice(text.indexOf(sign) + 1).split(sign)) {
    if (NUMBER.test(piece)) {
      last = { number: piece.slice(0, 2), value: piece.slice(2) };
      subfields.push(last);
    } else if (last !== null) last.value += sign + piece;
  }
  return subfields;
}
