import { fullYear, type ReadDay, readDay } from '../formats/day.js';

/**
 * Reads a day in one notation.
 * @returns null for another notation or an invalid day
 */
export type ReadWrittenDay = (text: string) => ReadDay | null;

const TOKEN = /YYYY|YY|MMM|MM|M|DD|D/g;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SEPARATORS = /^[ ./,-]*$/;

/**
 * Compiles a pattern such as `DD.MM.YYYY`, `D MMM YY` or `YYYYMMDD*`.
 * A time may follow after a blank, a `T` or a time zone. With separators, days and months may have one digit.
 * @returns null for a pattern without day, month and year
 */
export function datePattern(pattern: string): ReadWrittenDay | null {
  const body = pattern.replace(/\*$/, '');
  const tokens = body.match(TOKEN) ?? [];
  const kinds = tokens.map((token) => token.charAt(0)).sort();
  const between = body.replace(TOKEN, '');
  if (kinds.join('') !== 'DMY' || !SEPARATORS.test(between)) return null;
  const end = pattern.endsWith('*') ? '' : '(?=$|[T ]|[+-]\\d{2}:?\\d{2}|Z)';
  const source = body
    .replace(/[./]/g, '\\$&')
    .replace(TOKEN, (token) => `(?<${token.charAt(0)}>${partPattern(token, between !== '')})`);
  const expression = new RegExp(`^${source}${end}`, 'i');
  return (text) => {
    const { Y = '', M = '', D = '' } = expression.exec(text.trim())?.groups ?? {};
    if (Y === '') return null;
    const month = /\d/.test(M) ? Number(M) : MONTHS.indexOf(M.slice(0, 3).toLowerCase()) + 1;
    return readDay(Y.length === 2 ? fullYear(Number(Y)) : Number(Y), month, Number(D));
  };
}

function partPattern(token: string, isSeparated: boolean): string {
  if (token === 'MMM') return '[a-z]{3,9}\\.?';
  if (token.startsWith('Y')) return `\\d{${token.length}}`;
  return isSeparated ? '\\d{1,2}' : '\\d{2}';
}
