import type { AdminRequest, ListTableData } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { PROFILE_FIELDS, type Profile } from '../../profiles/profile.js';
import type { ProfileValues } from '../../profiles/profile-values.js';
import { readsColumn } from '../../samples/column-map.js';
import { isSignUnknown } from '../../samples/guess-profile.js';
import type { SampleLook } from '../../samples/look-at-sample.js';
import type { UploadFile } from '../../uploads/stored-uploads.js';
import { entryTable, problemTable } from '../imports/preview.js';
import { fieldLabel, valueLabel } from './fields.js';
import { errorTextOf, valueNameOf } from './submitted.js';
import type { RawRows } from './template-data.js';

/** A sample file with the current draft of a profile. */
export interface KeptSample extends UploadFile {
  readonly kind: Profile['kind'];
  readonly look: SampleLook;
}

/** Builds the first raw rows with the field that each column is mapped to. */
export function rawRows({ name, look: { table, values } }: KeptSample, texts: Strings): RawRows {
  const { text } = texts;
  const { encoding, columns, rows } = table;
  return {
    title: text('profiles.raw', { name }),
    text: text('profiles.raw-text', { encoding }),
    columns: columns.map((column, index) => ({
      name: column,
      reads: PROFILE_FIELDS.filter((field) => readsColumn(values[`fields.${field}`] ?? '', table, index))
        .map((field) => fieldLabel(field, texts))
        .join(', '),
    })),
    rows: rows.map((row) => columns.map((_, index) => row[index] ?? '')),
  };
}

/** Builds tables of the first entries and the problems of the sample. */
export function readTables(
  { look: { detection } }: KeptSample,
  request: AdminRequest,
  texts: Strings,
): { readonly entries: ListTableData; readonly problems: ListTableData | null } | null {
  if (!detection) return null;
  const entries = entryTable(detection.entries, request, texts);
  return { entries, problems: problemTable({ detection, report: null, fault: null }, request, texts) };
}

/** Builds the notices for a sample. */
export function sampleNotices({ kind, look: { guessed, fault, values, table } }: KeptSample, texts: Strings) {
  const { text } = texts;
  return [
    ...(guessed.includes('fields.amount') && isSignUnknown(values, table)
      ? [{ kind: 'warning' as const, text: text('profiles.sign-unknown', { name: text('profiles.isInverted') }) }]
      : []),
    ...(guessed.length > 0 ? [{ kind: 'info' as const, text: text('profiles.guessed-notice') }] : []),
    ...(fault
      ? [{ kind: 'warning' as const, text: text('profiles.not-read', { reason: reasonOf(kind, fault, texts) }) }]
      : []),
  ];
}

function reasonOf(kind: Profile['kind'], fault: { message: string; params: ProfileValues }, texts: Strings): string {
  const wrong = Object.keys(fault.params).map((path) => {
    const name = valueNameOf(kind, path);
    return `${valueLabel(name, texts)}: ${errorTextOf(name, texts)}`;
  });
  return wrong.length === 0 ? fault.message : [...new Set(wrong)].join(' ');
}
