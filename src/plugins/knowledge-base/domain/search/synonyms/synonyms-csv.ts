import { HostError } from '../../../../../index.js';
import { csvText } from '../../../../../text.js';
import type { LocaleGroup } from './read-groups.js';

const COLUMNS = ['locale', 'words', 'also'] as const;
/** Separator of entries in a cell. */
const SEPARATOR = '|';

/** Formats groups as CSV, one per line: `locale,words,also`, with `|` between the entries of a cell. */
export function synonymsToCsv(groups: readonly LocaleGroup[]): string {
  const side = (entries: readonly string[]): string => entries.join(SEPARATOR);
  return csvText([COLUMNS, ...groups.map(({ locale, words, also }) => [locale, side(words), side(also)])]);
}

/** A group with the line of the file where it ends. */
export interface CsvGroup extends LocaleGroup {
  readonly line: number;
}

/**
 * Parses the format of {@link synonymsToCsv}; `locale` and `also` are optional.
 * @param defaultLocale locale of lines without one
 * @throws HostError 400 `vendor_kb_invalid_synonyms_file`
 */
export async function synonymsFromCsv(text: string, defaultLocale: string): Promise<CsvGroup[]> {
  const { parse, CsvError } = await import('csv-parse/sync');
  try {
    const records = parse(text, { bom: true, columns: true, info: true, skip_empty_lines: true, trim: true });
    return (records as unknown as CsvRecord[]).map(({ record, info }) => ({
      ...groupOf(record, defaultLocale),
      line: info.lines,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidFile(`The file is not valid CSV: ${error.message}.`);
  }
}

interface CsvRecord {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function groupOf(record: CsvRecord['record'], defaultLocale: string): LocaleGroup {
  if (record.words === undefined) {
    throw invalidFile('The first line must have the columns locale, words and also. Only words is required.');
  }
  const locale = (record.locale || defaultLocale).toLowerCase();
  return { locale, words: entriesOf(record.words), also: entriesOf(record.also ?? '') };
}

/** Apostrophes that `csvText` adds before formulas. */
const FORMULA_QUOTE = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n][^\S\t\r\n]*).)/gu;

function entriesOf(cell: string): string[] {
  return cell
    .replace(FORMULA_QUOTE, '')
    .split(SEPARATOR)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function invalidFile(message: string): HostError {
  return new HostError('vendor_kb_invalid_synonyms_file', message, { status: 400 });
}
