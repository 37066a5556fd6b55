import type { Information } from './information.js';
import { readSepaTexts, remittanceOf } from './sepa-keys.js';

/** Three digits for the kind, and a sign of the bank's choice in front of each number: `166?00...?20...`, `000>10...`. */
const BEGIN = /^(\d{3})([?>@#~^|<*])(?=\d\d)/;

/**
 * Reads field 86 with numbered subfields (DK, Anlage 3): 20 to 29 and 60 to 63 the purpose, 30 and 31 bank and account,
 * 32 and 33 the name. Lines break anywhere, also within a number.
 * @returns null for a field that is written in another way
 */
export function readNumbered(lines: readonly string[]): Information | null {
  const text = lines.join('');
  const [, typeCode, sign] = BEGIN.exec(text) ?? [];
  if (typeCode === undefined || sign === undefined) return null;
  const purpose: string[] = [];
  const found: Record<'bank' | 'account' | 'name', string> = { bank: '', account: '', name: '' };
  const [, ...subfields] = text.split(sign);
  for (const [number, value] of joined(subfields, sign)) {
    if (/^(?:2\d|6[0-3])$/.test(number)) purpose.push(value);
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

/** Number and text of each subfield: the sign without a number behind it is a part of the text. */
function joined(pieces: readonly string[], sign: string): (readonly [string, string])[] {
  const subfields: [string, string][] = [];
  for (const piece of pieces) {
    const last = subfields.at(-1);
    if (/^\d\d/.test(piece)) subfields.push([piece.slice(0, 2), piece.slice(2)]);
    else if (last !== undefined) last[1] += sign + piece;
  }
  return subfields;
}
