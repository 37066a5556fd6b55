import { isCurrencyCode } from '../formats/amounts.js';
import { columnKey } from '../formats/csv/cell-record.js';
import { builtInCsvProfiles } from '../profiles/built-in/csv-profiles.js';
import { builtInJsonProfiles } from '../profiles/built-in/json-profiles.js';
import { datePattern } from '../profiles/date-pattern.js';
import { type FieldSource, PROFILE_FIELDS, type Profile, type ProfileField } from '../profiles/profile.js';
import type { ProfileValues } from '../profiles/profile-values.js';
import { readPlaces, writePlaces } from '../profiles/written-places.js';
import type { SampleTable } from './sample-table.js';

/** Notations of days that are tried, in this order. */
export const PATTERNS: readonly string[] = [
  ...['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYYMMDD', 'DD-MM-YYYY', 'YYYY/MM/DD', 'DD MMM YYYY'],
  ...['DD.MM.YY', 'DD/MM/YY', 'MM/DD/YY', 'YYYY-MM-DD*'],
];
const AMOUNT = /^[-+]?\d[\d .,'\u00a0\u202f]*[.,]\d{1,3}-?$/;

/** Common column names that no built-in profile uses, by field. */
const COMMON_NAMES: readonly (readonly [ProfileField, readonly string[]])[] = [
  ['bookedOn', ['date', 'booking date', 'transaction date', 'posting date', 'posted date', 'fecha', 'datum']],
  ['valueOn', ['value date', 'valuta', 'valutadatum', 'wertstellung', 'fecha valor']],
  ['amount', ['amount', 'betrag', 'bedrag', 'montant', 'importe', 'importo', 'částka', 'kwota']],
  ['debit', ['debit', 'debits', 'debit amount', 'money out', 'paid out', 'withdrawal', 'withdrawals', 'débit', 'soll']],
  ['debit', ['cargo', 'debe', 'uscite', 'addebiti', 'débito', 'ausgang', 'belastung', 'af', 'lastschrift']],
  ['credit', ['credit', 'credits', 'credit amount', 'money in', 'paid in', 'deposit', 'deposits', 'crédit', 'haben']],
  ['credit', ['abono', 'haber', 'entrate', 'accrediti', 'crédito', 'eingang', 'gutschrift', 'bij']],
  ['direction', ['d/c', 'c/d', 'dr/cr', 'cr/dr', 'debit/credit', 'credit/debit', 'debet/credit', 'credit debit']],
  [
    'direction',
    ['af bij', 'af/bij', 'soll/haben', 's/h', 'creditdebet', 'credit/debit indicator', 'direction', 'sign'],
  ],
  ['currency', ['currency', 'währung', 'munt', 'valuta code', 'devise', 'divisa', 'měna']],
  ['name', ['payee', 'counterparty', 'counterparty name', 'name', 'beneficiary', 'empfänger', 'tegenpartij']],
  ['account', ['iban', 'account number', 'counterparty account', 'tegenrekening']],
  ['remittance', ['description', 'label', 'memo', 'details', 'narrative', 'reference', 'text', 'verwendungszweck']],
  ['remittance', ['omschrijving', 'libellé', 'concepto', 'descrizione', 'popis', 'opis']],
];
/** Columns that look like amounts and are none. */
const NO_AMOUNT = /balance|saldo|solde|kontostand|zůstatek|guthaben|running/i;

/** Words of a direction column. A column of the same words is the direction, whatever its name. */
const DIRECTIONS: readonly (readonly [credit: string, debit: string])[] = [
  ['C', 'D'],
  ['CR', 'DR'],
  ['CRDT', 'DBIT'],
  ['Credit', 'Debit'],
  ['Credit', 'Debet'],
  ['Bij', 'Af'],
  ['H', 'S'],
  ['Haben', 'Soll'],
  ['Eingang', 'Ausgang'],
  ['Gutschrift', 'Lastschrift'],
  ['IN', 'OUT'],
  ['+', '-'],
];

/** Column names by field: those of the built-in profiles, and common ones. */
const KNOWN_NAMES: ReadonlyMap<string, ProfileField> = new Map([
  ...COMMON_NAMES.flatMap(([field, names]) => names.map((name) => [name, field] as const)),
  ...namesOf([...builtInCsvProfiles, ...builtInJsonProfiles]),
  // Banks use these for the direction or for two columns of amounts.
  ...(['debit', 'credit'] as const).map((name) => [name, name] as const),
]);

/**
 * Guesses a profile from the first rows of a file.
 * Columns are found by the names in built-in profiles, and day, amount and currency also by their cells.
 * @returns the guessed values by name
 */
export function guessProfile(kind: Profile['kind'], table: SampleTable): ProfileValues {
  const places = new Map<ProfileField, (string | number)[]>();
  const place = (index: number): string | number => (table.isNamed ? (table.columns[index] ?? '') : index + 1);
  const cellsOf = (index: number): string[] => table.rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
  const indexes = [...table.columns.keys()];
  if (table.isNamed) {
    for (const index of indexes) {
      const field = KNOWN_NAMES.get(columnKey(table.columns[index] ?? ''));
      // Only the remittance combines several columns.
      if (field && (field === 'remittance' || !places.has(field)))
        places.set(field, [...(places.get(field) ?? []), place(index)]);
    }
  }
  const find = (fits: (cells: string[], name: string) => boolean): number =>
    indexes.find(
      (index) =>
        !isTaken(places, place(index)) && cellsOf(index).length > 0 && fits(cellsOf(index), table.columns[index] ?? ''),
    ) ?? -1;
  const take = (field: ProfileField, index: number): void => void (index >= 0 && places.set(field, [place(index)]));
  const columns = [...indexes].map((index) => ({ index, words: directionsOf(cellsOf(index)) }));
  const direction = columns.find(({ words: found }) => found !== null);
  if (!places.has('direction') && direction) take('direction', direction.index);
  if (!places.has('bookedOn'))
    take(
      'bookedOn',
      find((cells) => patternOf(cells) !== null),
    );
  if (!['amount', 'credit', 'debit'].some((field) => places.has(field as ProfileField)))
    take(
      'amount',
      find((cells, name) => !NO_AMOUNT.test(name) && cells.every((cell) => AMOUNT.test(cell))),
    );
  if (!places.has('currency'))
    take(
      'currency',
      find((cells) => cells.every(isCurrencyCode)),
    );
  // Two columns of amounts, or one: a single one of the two is a direction or something else.
  if (places.has('credit') && places.has('debit')) places.delete('amount');
  else if (places.has('amount')) for (const field of ['credit', 'debit'] as const) places.delete(field);

  const cellsAt = (...fields: ProfileField[]): string[] =>
    fields.flatMap((field) => (places.get(field) ?? []).flatMap((one) => cellsOf(indexOf(table, one))));
  const dates = patternOf(cellsAt('bookedOn'));
  const amounts = cellsAt('amount', 'credit', 'debit');
  const directions = directionsOf(cellsAt('direction'));
  if (directions === null) places.delete('direction');
  return {
    ...Object.fromEntries([...places].map(([field, found]) => [`fields.${field}`, writePlaces(sourceOf(found))])),
    ...(dates !== null && { dates }),
    ...(directions !== null && { 'directions.credit': directions[0], 'directions.debit': directions[1] }),
    ...(amounts.length > 0 && { decimal: amounts.some((amount) => /,\d{1,2}-?$/.test(amount)) ? ',' : '.' }),
    ...(kind === 'csv' ? layoutValues(table) : { entries: table.entries }),
  };
}

function layoutValues({ columns, isNamed, encoding }: SampleTable): ProfileValues {
  const layout: ProfileValues = isNamed ? { header: columns.join('\n') } : { columns: String(columns.length) };
  return { ...layout, ...(encoding !== 'utf-8' && { encoding }) };
}

function sourceOf(places: readonly (string | number)[]): FieldSource | undefined {
  return places.length > 1 ? places : places[0];
}

function indexOf({ columns }: SampleTable, place: string | number): number {
  return typeof place === 'number' ? place - 1 : columns.indexOf(place);
}

function isTaken(places: ReadonlyMap<ProfileField, readonly (string | number)[]>, place: string | number): boolean {
  return [...places.values()].some((used) => used.includes(place));
}

/** Returns the words of a direction column; null if the cells are something else. */
export function directionsOf(cells: readonly string[]): readonly [credit: string, debit: string] | null {
  const values = new Set(cells.map((cell) => cell.toLowerCase()));
  if (values.size === 0) return null;
  return DIRECTIONS.find((pair) => [...values].every((word) => pair.some((one) => one.toLowerCase() === word))) ?? null;
}

/**
 * Whether nothing in a sample tells incoming from outgoing amounts, so that the user has to say it: one column of
 * amounts, all of them without a sign, and no direction.
 */
export function isSignUnknown(values: ProfileValues, table: SampleTable): boolean {
  const written = values['fields.amount'] ?? '';
  if (written === '' || (values['fields.direction'] ?? '') !== '') return false;
  const cells = [readPlaces(written) ?? []].flat().flatMap((place) => {
    const index = indexOf(table, place);
    return table.rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
  });
  return cells.length > 0 && !cells.some((cell) => /^\(|[-−–+]/.test(cell.trim()));
}

/** Returns the first pattern that all cells match. */
function patternOf(cells: readonly string[]): string | null {
  if (cells.length === 0) return null;
  return PATTERNS.find((pattern) => cells.every((cell) => datePattern(pattern)?.(cell) != null)) ?? null;
}

function namesOf(profiles: readonly Profile[]): ReadonlyMap<string, ProfileField> {
  const names = new Map<string, ProfileField>();
  for (const field of PROFILE_FIELDS) {
    for (const { fields } of profiles) {
      for (const place of [fields[field] ?? []].flat()) {
        // If banks use a name for two fields, the first field wins: booking day before value day.
        if (typeof place === 'string' && !names.has(columnKey(place))) names.set(columnKey(place), field);
      }
    }
  }
  return names;
}
