import { HostError } from '../../../../index.js';
import { builtInCsvProfiles } from '../../profiles/built-in/csv-profiles.js';
import type { CsvProfile } from '../../profiles/profile.js';
import { recordReader, textOf } from '../../profiles/read-record.js';
import { invalidParam } from '../../transactions/errors.js';
import { createAnnouncer } from '../announcer.js';
import { findEncoding } from '../encoding/find-encoding.js';
import { headText } from '../encoding/head-text.js';
import { openText } from '../encoding/statement-text.js';
import { NO_PROFILE } from '../no-profile.js';
import { part } from '../part.js';
import type { StatementProblem } from '../statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../statement-format.js';
import { cellRecord, columnKey } from './cell-record.js';
import { headCells } from './head-cells.js';
import { type CsvLayout, DELIMITERS, findLayout } from './layout.js';
import { rowsOf } from './rows.js';

/** Number of lines searched for the header row. Banks write account details above it. */
const LOOKED_AT = 30;
const MAX_NAMES = 40;
const MAX_NAME_LENGTH = 60;

/** CSV of the built-in banks. */
export const csv: StatementFormat = createCsvFormat(builtInCsvProfiles);

/**
 * Creates the CSV format. Profiles define the columns, the notation of days and amounts, and the encoding.
 * @param profiles among profiles with equally many column names, the first wins
 */
export function createCsvFormat(profiles: readonly CsvProfile[]): StatementFormat {
  return {
    name: 'csv',

    recognise(head, fileName) {
      if (profiles.some((profile) => findLayout(head, profile) !== null)) return 0.9;
      return /\.(?:csv|tsv)$/i.test(fileName) && /[;,\t|]/.test(head) && !/^\s*[<{[]/.test(head) ? 0.3 : 0;
    },

    async look(file, options = {}) {
      const { layout, encoding } = await layoutOf(file, profiles, options);
      return { profile: layout.profile, encoding };
    },

    async *read(file, options = {}) {
      const { layout, encoding, problems } = await layoutOf(file, profiles, options);
      const { profile } = layout;
      const currency = layout.currency || profile.currency || (options.currency ?? '');
      const announcer = createAnnouncer({ account: layout.ownAccount || (options.account ?? ''), currency });
      if (profile.fields.ownAccount === undefined && !announcer.knowsAccount) {
        throw invalidParam('account', 'The file has no account. Specify the account.');
      }
      if (profile.fields.currency === undefined && currency === '') {
        throw invalidParam('currency', 'The file has no currency. Specify the currency.');
      }
      if (profile.encoding === undefined) for (const problem of problems) yield { kind: 'problem', problem };
      const text = await openText(file, { encoding, signal: options.signal });
      const read = recordReader(profile);
      for await (const row of rowsOf(text.pieces(), layout.delimiter, layout.linesBefore)) {
        const position = `line ${row.line}`;
        if (row.kind === 'unreadable') {
          const message = `The quotation mark on line ${row.line} is not closed. The rest of the file was not read.`;
          yield part.error('quote_open', message, position);
        } else {
          const record = cellRecord(row.cells, layout.columns, position);
          const parts = read(record, currency);
          for (const one of announcer.introduce(parts, textOf(record, profile.fields.ownAccount))) yield one;
        }
      }
      for (const one of announcer.end()) yield one;
    },
  };
}

interface FoundLayout {
  readonly layout: CsvLayout;
  readonly encoding: string;
  /** Encoding problems, reported if the profile does not name an encoding. */
  readonly problems: readonly StatementProblem[];
}

async function layoutOf(
  file: StatementFile,
  profiles: readonly CsvProfile[],
  { profile: name, encoding: chosen, signal }: ReadOptions,
): Promise<FoundLayout> {
  const candidates = name === undefined ? profiles : profiles.filter((profile) => profile.name === name);
  if (candidates.length === 0) {
    throw failed(
      `There is no CSV profile "${name}". Available: ${profiles.map((profile) => profile.name).join(', ')}.`,
    );
  }
  const { encoding, problems } = await findEncoding(file, { chosen, signal });
  // The profile's encoding ranks above a guess and below evidence in the bytes.
  const encodingFor = (profile: CsvProfile): string => (problems.length > 0 && profile.encoding) || encoding;
  const found = await findProfiles(file, candidates, encodingFor, signal);
  const [first, ...others] = bestOf(found);
  if (first === undefined && name !== undefined) {
    throw failed(`The file does not match the profile "${name}": columns are missing. Choose another profile.`);
  }
  if (first === undefined) throw unknownColumns(columnNames(await headText(file, { encoding, signal })));
  if (others.length > 0) {
    const names = [first, ...others].map(({ profile }) => profile.name);
    const message = `Several profiles match the file: ${names.map((name) => `"${name}"`).join(', ')}. Choose one.`;
    throw new HostError('vendor_bank_parse_failed', message, { status: 400, profiles: names });
  }
  return { layout: first, encoding: encodingFor(first.profile), problems };
}

/**
 * Finds the profiles that fit the head of a file, sorted by number of column names, descending.
 * @param encodingFor encoding of each profile, for comparing names with accents
 */
async function findProfiles(
  file: StatementFile,
  profiles: readonly CsvProfile[],
  encodingFor: (profile: CsvProfile) => string,
  signal?: AbortSignal,
): Promise<readonly CsvLayout[]> {
  const heads = new Map<string, string>();
  const layouts: CsvLayout[] = [];
  for (const profile of profiles) {
    const encoding = encodingFor(profile);
    const head = heads.get(encoding) ?? (await headText(file, { encoding, signal }));
    heads.set(encoding, head);
    const layout = findLayout(head, profile);
    if (layout !== null) layouts.push(layout);
  }
  return layouts.sort((one, other) => other.profile.header.length - one.profile.header.length);
}

/**
 * Returns the layouts that fit best. Those with the same column names differ in the notation of days and amounts, and
 * without column names files of two banks may look the same: then the first rows decide.
 */
function bestOf(layouts: readonly CsvLayout[]): readonly CsvLayout[] {
  const [first] = layouts;
  if (first === undefined) return [];
  const nameOf = ({ profile }: CsvLayout): string => profile.header.map(columnKey).toSorted().join('\n');
  const alike = layouts.filter((layout) => nameOf(layout) === nameOf(first));
  const most = Math.max(...alike.map(({ readable }) => readable));
  return alike.filter(({ readable }) => readable === most);
}

function unknownColumns(columns: readonly string[]): HostError {
  const named = columns.length === 0 ? '' : ` (${columns.map((name) => `"${name}"`).join(', ')})`;
  const message = `No profile matches the columns of the file${named}. Create a profile on the Profiles page or with POST /vendor-bank/v1/profiles, then choose it.`;
  return new HostError('vendor_bank_parse_failed', message, { status: 400, reason: NO_PROFILE, columns });
}

/**
 * Returns the column names of a file that no profile fits, to help the user write one.
 * Takes the line with the most cells of which none contains a number, day or account. Entries never qualify, because
 * they must not leak into a message.
 * @returns empty if there is no header row
 */
function columnNames(head: string): readonly string[] {
  const lines = head.split(/\r\n|\n|\r/).slice(0, LOOKED_AT);
  let best: readonly string[] = [];
  for (const delimiter of DELIMITERS) {
    for (const line of lines) {
      const names = headCells(line, delimiter).map((cell) => cell.trim());
      if (names.length > Math.max(1, best.length) && areNames(names)) best = names;
    }
  }
  return best
    .filter((name) => name !== '')
    .slice(0, MAX_NAMES)
    .map((name) => name.slice(0, MAX_NAME_LENGTH));
}

function areNames(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return (
    filled.length > cells.length / 2 && filled.every((cell) => /\p{L}/u.test(cell) && !/\d{3}|\d[.,]\d/.test(cell))
  );
}

function failed(message: string): HostError {
  return new HostError('vendor_bank_parse_failed', message, { status: 400 });
}
