import { createReadStream } from 'node:fs';
import { HostError } from '../../../index.js';
import { isZip } from '../../../utilities.js';
import { firstBytes } from '../formats/encoding/bytes.js';
import type { StatementFile } from '../formats/statement-format.js';
import { isCsvProfile } from '../profiles/check-profile.js';
import type { Profile } from '../profiles/profile.js';
import { definitionOf, type ProfileValues } from '../profiles/profile-values.js';
import { refusalOf } from '../sources/refusals.js';
import type { Detection, StoredFile } from '../uploads/upload.js';
import type { Uploads } from '../uploads/uploads.js';
import { readCsvSample } from './csv-sample.js';
import { guessProfile } from './guess-profile.js';
import { readJsonSample } from './json-sample.js';
import type { SampleTable } from './sample-table.js';

/** A sample file, raw and as read with a draft profile. */
export interface SampleLook {
  readonly values: ProfileValues;
  /** Names of the guessed values. */
  readonly guessed: readonly string[];
  readonly table: SampleTable;
  /** Null if the profile cannot read the file. */
  readonly detection: Detection | null;
  /** Reason for that, with the invalid values. */
  readonly fault: { readonly code: string; readonly message: string; readonly params: ProfileValues } | null;
}

/** Placeholder for a profile without a name. */
const UNNAMED = { name: 'unnamed', label: 'Unnamed' };
/** Placeholder: the account does not matter here, because the user names it when importing if the file does not. */
const ACCOUNT = '1';

/**
 * Reads a sample with the values of a form, and guesses empty ones if no field is set yet.
 * Otherwise nothing is guessed, so that values removed by the user do not return.
 * @throws HostError 413 `vendor_bank_file_too_large`, 415 `vendor_bank_unsupported_media` for files that no profile can
 *   read
 */
export async function lookAtSample(
  tryProfile: Uploads['tryProfile'],
  kind: Profile['kind'],
  stored: StoredFile,
  typed: ProfileValues,
): Promise<SampleLook> {
  const refusal = await refusalOf(stored);
  if (refusal) throw refusal;
  if (isZip(await firstBytes(fileOf(stored), 4))) throw archived(stored.name);
  const file = fileOf(stored);
  const isBlank = !Object.entries(typed).some(([name, value]) => name.startsWith('fields.') && value.trim() !== '');
  const guess = isBlank ? guessProfile(kind, await tableOf(kind, file, typed)) : {};
  // A select with two options is never empty, so it may be overwritten.
  const isOpen = (name: string): boolean => name === 'decimal' || (typed[name] ?? '').trim() === '';
  const guessed = Object.entries(guess).filter(([name]) => isOpen(name));
  const values = { ...typed, ...Object.fromEntries(guessed) };
  const definition = namedDefinition(kind, values);
  const seen = { values, guessed: guessed.map(([name]) => name), table: await tableOf(kind, file, values) };
  try {
    const detection = await tryProfile(stored, definition, { account: ACCOUNT });
    return { ...seen, detection, fault: null };
  } catch (error) {
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    const { code, message, data } = error;
    return { ...seen, detection: null, fault: { code, message, params: textsOf(data.params) } };
  }
}

function fileOf({ name, size, path }: StoredFile): StatementFile {
  return { name, size, open: () => createReadStream(path) };
}

function archived(name: string): HostError {
  const message = `"${name}" is an archive or a workbook. Choose a CSV or JSON file.`;
  return new HostError('vendor_bank_unsupported_media', message, { status: 415, file: name });
}

function namedDefinition(kind: Profile['kind'], values: ProfileValues): Record<string, unknown> {
  return { ...UNNAMED, ...definitionOf(kind, values) };
}

function tableOf(kind: Profile['kind'], file: StatementFile, values: ProfileValues): Promise<SampleTable> {
  const definition = namedDefinition(kind, values);
  if (kind === 'json') return readJsonSample(file, values.entries || undefined);
  const { delimiter, encoding } = definition as { delimiter?: string; encoding?: string };
  const overrides = { ...(delimiter?.length === 1 && { delimiter }), ...(encoding !== undefined && { encoding }) };
  return readCsvSample(file, overrides, isCsvProfile(definition) ? definition : null);
}

function textsOf(params: unknown): ProfileValues {
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, String(text)]));
}
