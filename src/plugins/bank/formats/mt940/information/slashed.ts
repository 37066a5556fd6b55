import { trimTrailingSlashes } from '../../../../../index.js';
import type { Information } from './information.js';

/** Keys between slashes, of Dutch banks and the SWIFT usage rules; nothing else is one, since texts have slashes too. */
const KEYS =
  /\/(TRTP|IBAN|BBAN|BIC|NAME|REMI|EREF|PREF|KREF|MARF|CSID|ORDP|BENM|ISDT|RTRN|ULTC|ULTD|PURP|SVCL|ADDR|CNTP|OCMT|EXCH|CHGS|INTR|OCCU)(?=\/)/g;

/**
 * Reads field 86 with keys between slashes: `/TRTP/.../IBAN/.../NAME/.../REMI/...`. Lines break anywhere, also within a
 * key.
 * @returns null for a field that is written in another way
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

/** What is said by the key that comes twice counts once: the first text that is not empty. */
function valuesByKey(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const found = [...text.matchAll(KEYS)];
  found.forEach((match, index) => {
    const [whole, key = ''] = match;
    // The slash that ends a key may be the one that begins the next.
    const end = found[index + 1]?.index ?? text.length;
    const value = text
      .slice(match.index + whole.length, end)
      .slice(1)
      .trim();
    if ((values.get(key) ?? '') === '') values.set(key, value);
  });
  return values;
}

/** Banks without the other keys write account, name and text after one of them, each after a slash: `/BENM/123/NAME/text`. */
function readSide(text: string): { account: string; name: string; remittance: string } {
  const [account = '', name = '', ...rest] = text.split('/').map((piece) => piece.trim());
  if (!/^\d{6,}$/.test(account)) return { account: '', name: '', remittance: '' };
  return { account, name, remittance: rest.filter((piece) => piece !== '').join(' ') };
}
