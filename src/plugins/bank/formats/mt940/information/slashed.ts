import { trimTrailingSlashes } from '../../../../../utilities.js';
import type { Information } from './information.js';

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
    name: value('NAME') || name || side.name,
    account: value('IBAN') || value('BBAN') || account || side.account,
    bank: value('BIC') || bank,
    endToEndId: value('EREF'),
    remittance: trimTrailingSlashes(value('REMI').replace(/^(?:USTD|STRD\/[A-Z]+)\/+/, '')) || side.remittance,
    typeCode: '',
  };
}

/** Maps keys to texts. If a key is repeated, its first non-empty text wins. */
function valuesByKey(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const found = [...text.matchAll(KEYS)];
  found.forEach((match, index) => {
    const [whole, key = ''] = match;
    // One slash may both end a key and start the next.
    const end = found[index + 1]?.index ?? text.length;
    const value = text
      .slice(match.index + whole.length, end)
      .slice(1)
      .trim();
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
