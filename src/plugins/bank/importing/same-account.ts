/** Of an account, what tells whether it is another one. */
export interface AccountNumbers {
  readonly iban: string;
  readonly number: string;
  readonly bankCode: string;
}

const BBAN_START = 4;
const PREFIX_DIGITS = 6;
const NUMBER_DIGITS = 10;

/** What an account is known by: its IBAN, else its bank and number. Empty where it has neither. */
export function accountKeyOf({ iban, number, bankCode }: AccountNumbers): string {
  if (iban !== '') return compact(iban);
  if (number === '') return '';
  return bankCode === '' ? compact(number) : `${compact(bankCode)}/${compact(number)}`;
}

/**
 * Whether a bank's own number is the one inside an IBAN: formats of one bank name the same account in both ways. It
 * needs the bank's code, since numbers alone are not unique. In an IBAN the number comes last, filled up with zeros;
 * Czech and Slovak numbers have a prefix of their own, `19-2000145399`.
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
