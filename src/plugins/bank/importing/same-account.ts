/** Properties that identify an account. */
export interface AccountNumbers {
  readonly iban: string;
  readonly number: string;
  readonly bankCode: string;
}

const BBAN_START = 4;
const PREFIX_DIGITS = 6;
const NUMBER_DIGITS = 10;

/** Key of an account: its IBAN, else bank code and number. Empty if it has neither. */
export function accountKeyOf({ iban, number, bankCode }: AccountNumbers): string {
  if (iban !== '') return compact(iban);
  if (number === '') return '';
  return bankCode === '' ? compact(number) : `${compact(bankCode)}/${compact(number)}`;
}

/**
 * Whether a bank's own number is the one within an IBAN, because formats of one bank use either.
 * Requires the bank code, since numbers are not unique. The number is at the end of the IBAN, padded with zeros; Czech
 * and Slovak numbers have a prefix of their own, `19-2000145399`.
 */
export function isWithinIban(iban: string, { number, bankCode }: Omit<AccountNumbers, 'iban'>): boolean {
  const bban = compact(iban).slice(BBAN_START);
  const bank = compact(bankCode);
  if (bank === '' || number === '' || !bban.startsWith(bank)) return false;
  const [first = '', second] = compact(number).split('-');
  const digits =
    second === undefined ? first : first.padStart(PREFIX_DIGITS, '0') + second.padStart(NUMBER_DIGITS, '0');
  const inside = withoutZeros(bban.slice(bank.length));
  return inside !== '' && inside === withoutZeros(digits);
}

function compact(text: string): string {
  return text.replace(/\s+/g, '').toUpperCase();
}

function withoutZeros(text: string): string {
  return text.replace(/^0+/, '');
}
