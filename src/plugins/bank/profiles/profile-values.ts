import { type CsvProfile, type JsonProfile, PROFILE_FIELDS, type Profile, STATEMENT_FIELDS } from './profile.js';
import {
  readFieldWords,
  readLines,
  readPlaces,
  readWords,
  writeFieldWords,
  writePlaces,
  writeWords,
} from './written-places.js';

/** Form values of a profile by member path: `fields.bookedOn`, `directions.credit`. */
export type ProfileValues = Readonly<Record<string, string>>;

type Kind = Profile['kind'];

const TEXTS = ['name', 'label', 'decimal', 'currency'] as const;
const SWITCHES = ['isInverted', 'isReferenceUnique'] as const;
/** One line per entry: a field and the words to look for in it. */
const LINES_OF_WORDS = ['reversals', 'passedOver'] as const;
const PREAMBLE = ['ownAccount', 'currency'] as const;
/** Stands in for a tab, which cannot be typed into a form field. */
const TAB = 'tab';

/** Returns the names of all values of a profile type. */
export function valueNames(kind: Kind): readonly string[] {
  return [
    ...TEXTS,
    ...SWITCHES,
    ...['dates', 'directions.credit', 'directions.debit', 'pending'],
    ...LINES_OF_WORDS,
    ...PROFILE_FIELDS.map((field) => `fields.${field}`),
    ...(kind === 'csv'
      ? ['encoding', 'delimiter', 'header', 'columns', ...PREAMBLE.map((name) => `preamble.${name}`)]
      : ['entries', 'pendingEntries', ...STATEMENT_FIELDS.map((name) => `statement.${name}`)]),
  ];
}

/** Converts a profile into form values. */
export function valuesOf(profile: Profile): ProfileValues {
  const { name, label, decimal, currency = '', dates, directions, pending, fields } = profile;
  return {
    name,
    label,
    decimal,
    currency,
    ...Object.fromEntries(SWITCHES.map((each) => [each, profile[each] === true ? '1' : ''])),
    dates: dates.join('\n'),
    'directions.credit': writeWords(directions?.credit),
    'directions.debit': writeWords(directions?.debit),
    pending: writeWords(pending),
    ...Object.fromEntries(LINES_OF_WORDS.map((each) => [each, (profile[each] ?? []).map(writeFieldWords).join('\n')])),
    ...Object.fromEntries(PROFILE_FIELDS.map((field) => [`fields.${field}`, writePlaces(fields[field])])),
    ...(profile.kind === 'csv' ? csvValues(profile) : jsonValues(profile)),
  };
}

/** Converts form values into a definition, which `checkProfile` then validates. */
export function definitionOf(kind: Kind, values: ProfileValues): Record<string, unknown> {
  const text = (name: string): string | undefined => values[name]?.trim() || undefined;
  const list = (name: string): string[] | undefined => {
    const found = readWords(values[name] ?? '');
    return found.length === 0 ? undefined : found;
  };
  const lines = (name: string): string[] => readLines(values[name] ?? '');
  const credit = list('directions.credit');
  const debit = list('directions.debit');
  const linesOfWords = (name: string): unknown => {
    const found = lines(name).map(readFieldWords);
    return found.length === 0 ? undefined : found;
  };
  return present({
    kind,
    ...Object.fromEntries(TEXTS.map((name) => [name, text(name)])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, values[name] === '1' ? true : undefined])),
    currency: text('currency')?.toUpperCase(),
    dates: lines('dates'),
    directions: credit || debit ? { credit: credit ?? [], debit: debit ?? [] } : undefined,
    pending: list('pending'),
    ...Object.fromEntries(LINES_OF_WORDS.map((name) => [name, linesOfWords(name)])),
    fields: present(
      Object.fromEntries(PROFILE_FIELDS.map((field) => [field, readPlaces(values[`fields.${field}`] ?? '')])),
    ),
    ...(kind === 'csv' ? csvMembers(text, lines) : jsonMembers(text, values)),
  });
}

function csvValues({ encoding = '', delimiter = '', header, columns, preamble }: CsvProfile): ProfileValues {
  return {
    encoding,
    delimiter: delimiter === '\t' ? TAB : delimiter,
    header: header.join('\n'),
    columns: columns === undefined ? '' : String(columns),
    ...Object.fromEntries(PREAMBLE.map((name) => [`preamble.${name}`, preamble?.[name] ?? ''])),
  };
}

function jsonValues({ entries, pendingEntries = '', statement }: JsonProfile): ProfileValues {
  const paths = STATEMENT_FIELDS.map((name) => [`statement.${name}`, writePlaces(statement?.[name])]);
  return { entries, pendingEntries, ...Object.fromEntries(paths) };
}

function csvMembers(text: (name: string) => string | undefined, lines: (name: string) => string[]) {
  const columns = text('columns');
  return {
    encoding: text('encoding'),
    delimiter: text('delimiter') === TAB ? '\t' : text('delimiter'),
    header: lines('header'),
    columns: columns === undefined ? undefined : Number(columns),
    preamble: group(PREAMBLE.map((name) => [name, text(`preamble.${name}`)])),
  };
}

function jsonMembers(text: (name: string) => string | undefined, values: ProfileValues) {
  return {
    entries: text('entries') ?? '',
    pendingEntries: text('pendingEntries'),
    statement: group(STATEMENT_FIELDS.map((name) => [name, readPlaces(values[`statement.${name}`] ?? '')])),
  };
}

/** Returns the defined members as an object; undefined if there are none. */
function group(members: readonly (readonly [string, unknown])[]): Record<string, unknown> | undefined {
  const definition = present(Object.fromEntries(members));
  return Object.keys(definition).length === 0 ? undefined : definition;
}

function present(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
