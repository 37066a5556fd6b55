import {
  type AreaRequest,
  adminForm,
  type FieldDefinition,
  formError,
  pagePart,
  type SubmittedForm,
} from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import type { Bank } from '../../bank.js';
import { errorText } from '../../labels.js';
import { PROFILE_FIELDS } from '../../profiles/profile.js';
import { definitionOf, type ProfileValues } from '../../profiles/profile-values.js';
import { fieldsOfColumns, withColumns } from '../../samples/column-map.js';
import { isSignUnknown, PATTERNS } from '../../samples/guess-profile.js';
import { lookAtSample, type SampleLook } from '../../samples/look-at-sample.js';
import { lookAtUpload } from '../../uploads/look-at-upload.js';
import type { StoredUploads, UploadFile } from '../../uploads/stored-uploads.js';
import type { StoredFile } from '../../uploads/upload.js';
import { type BankArea, COLUMNS_PATH, columnsPath, previewPath } from '../paths.js';
import { fieldLabel } from '../profiles/fields.js';
import { errorTextOf, valueNameOf } from '../profiles/submitted.js';
import { entryTable, problemTable } from './preview.js';

/** An uploaded CSV file without a profile, while the user maps its columns. */
export interface MappedFile extends UploadFile {
  readonly look: SampleLook;
  /** Own account, if the file has none; empty otherwise. */
  readonly account: string;
  /** Meaning of positive amounts; empty until it is known. */
  readonly sign: '' | 'in' | 'out';
  readonly label: string;
}

type Parts = Pick<Bank, 'detect' | 'importUpload' | 'profiles' | 'tryProfile'>;

/** Maximum number that makes the name of a profile unique. */
const MAX_NAMES = 100;

/**
 * Keeps a file that no profile fits and guesses its columns.
 * @returns path of the page for mapping them
 */
export async function startMapping(
  mapped: StoredUploads<MappedFile>,
  { tryProfile }: Pick<Parts, 'tryProfile'>,
  file: StoredFile,
  {
    userId,
    account = '',
    currency = '',
  }: { userId: number; account?: string | undefined; currency?: string | undefined },
): Promise<string> {
  const look = await lookAtSample(tryProfile, 'csv', file, currency === '' ? {} : { currency });
  const { name, size } = file;
  const label = name.replace(/\.[^.]*$/, '').slice(0, 100);
  const sign = isSignUnknown(look.values, look.table) ? '' : 'in';
  const { id } = await mapped.keep(file, { userId, name, size, look, account, sign, label });
  return columnsPath(id);
}

/** Registers the page that maps the columns of an uploaded file and saves them as a profile. */
export function registerColumnsPage(
  area: BankArea,
  bank: Parts,
  mapped: StoredUploads<MappedFile>,
  uploads: StoredUploads,
): void {
  async function fileOf({ params, texts, user }: AreaRequest<'upload'>): Promise<MappedFile> {
    const file = await mapped.find(params.upload, user.id);
    if (file) return file;
    throw new HostError('vendor_bank_not_found', texts.text('import.gone'), { status: 404 });
  }

  /** Reads the file with the submitted columns. */
  async function submitted(file: MappedFile, form: SubmittedForm): Promise<MappedFile> {
    const { table, values } = file.look;
    const field = (name: string): string => form.text(name).trim();
    const chosen = table.columns.map((_, index) => field(`column_${index}`));
    const sign = field('sign');
    const typed: ProfileValues = {
      ...values,
      dates: field('dates'),
      decimal: field('decimal'),
      currency: field('currency').toUpperCase(),
      isInverted: sign === 'out' ? '1' : '',
      'directions.credit': field('directions.credit'),
      'directions.debit': field('directions.debit'),
    };
    const next = withColumns(typed, table, chosen);
    const look = await mapped.withFile(file, (stored) => lookAtSample(bank.tryProfile, 'csv', stored, next));
    return {
      ...file,
      look: { ...look, table },
      account: field('account').replace(/\s+/g, ''),
      sign: sign === 'in' || sign === 'out' ? sign : '',
      label: field('label'),
    };
  }

  async function save(file: MappedFile, texts: Strings): Promise<{ readonly to: string; readonly notice: string }> {
    const { look, account, label } = file;
    const reason = faultOf(file, texts);
    if (reason !== null) throw formError({}, reason);
    if (label === '') throw formError({ label: errorTextOf('label', texts) }, texts.text('error-invalid_param'));
    const name = await createProfile(bank.profiles, look.values, label);
    const options = { format: 'csv', profile: name, account: account || undefined, currency: undefined };
    const { id } = await mapped.withFile(file, async (stored) => {
      const preview = await lookAtUpload(bank, stored, options);
      return uploads.keep(stored, { userId: file.userId, name: file.name, size: file.size, options, preview });
    });
    await mapped.discard(file.id);
    return { to: previewPath(id), notice: texts.text('profiles.saved', { name: label }) };
  }

  area.page({
    path: COLUMNS_PATH,
    title: 'import.columns',
    template: 'bank/admin/columns',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const file = await fileOf(request);
      const { table, detection } = file.look;
      const form = adminForm(request, {
        action: 'map',
        fields: fieldsOf(file, texts),
        submit: text('import.columns-save'),
      });
      const reason = faultOf(file, texts);
      const problems = detection && problemTable({ detection, report: null, fault: null }, request, texts);
      const rows = detection && entryTable(detection.entries, request, texts);
      return {
        title: file.name,
        notices: reason === null ? [] : [{ kind: 'warning', text: reason }],
        form,
        columns: form.fields.slice(0, table.columns.length),
        names: [...table.columns],
        rows: table.rows.map((row) => table.columns.map((_, index) => row[index] ?? '')),
        rowsTitle: text('profiles.raw', { name: file.name }),
        settings: form.fields.slice(table.columns.length),
        tryLabel: text('import.columns-try'),
        read: [
          ...(rows ? [pagePart({ title: text('import.entries'), table: rows })] : []),
          ...(problems ? [pagePart({ title: text('runs.problems'), table: problems })] : []),
        ],
      };
    },
    lead: 'import.columns-lead',
    actions: {
      async map(request, form) {
        const { texts } = request;
        const file = await submitted(await fileOf(request), form);
        await mapped.update(file);
        return form.text('step') === 'save' ? save(file, texts) : {};
      },
    },
  });
}

/** Returns why the file cannot be imported with these columns; null if it can. */
function faultOf({ look: { values, table, fault, detection }, sign }: MappedFile, texts: Strings): string | null {
  if (isSignUnknown(values, table) && sign === '') return texts.text('import.sign-unknown');
  if (fault && (values.currency ?? '') === '' && (values['fields.currency'] ?? '') === '') {
    return texts.text('param-currency');
  }
  if (fault) {
    const wrong = Object.keys(fault.params).map((path) => errorTextOf(valueNameOf('csv', path), texts));
    return wrong.length > 0 ? [...new Set(wrong)].join(' ') : errorText(fault, texts);
  }
  return detection && detection.count === 0 ? texts.text('import.no-entries') : null;
}

/** Builds the fields: one select for each column, then the settings that columns cannot tell. */
function fieldsOf({ look: { table, values }, account, sign, label }: MappedFile, texts: Strings): FieldDefinition[] {
  const { text } = texts;
  const value = (name: string): string => values[name] ?? '';
  const options = [
    { value: '', label: text('import.ignore') },
    ...PROFILE_FIELDS.map((field) => ({ value: field, label: fieldLabel(field, texts) })),
  ];
  const chosen = fieldsOfColumns(values, table);
  const line = (name: string, title: string, current: string, isRequired = false): FieldDefinition => ({
    kind: 'text',
    name,
    label: title,
    value: current,
    autocomplete: 'off',
    maxLength: 200,
    required: isRequired,
  });
  const patterns = [...new Set([value('dates'), ...PATTERNS])].filter((pattern) => pattern !== '');
  return [
    ...table.columns.map(
      (name, index): FieldDefinition => ({
        kind: 'select',
        name: `column_${index}`,
        label: text('import.column-of', { name }),
        value: chosen[index] ?? '',
        options,
      }),
    ),
    {
      kind: 'select',
      name: 'sign',
      label: text('import.sign'),
      value: sign,
      options: [
        ...(sign === '' ? [{ value: '', label: text('import.sign-choose') }] : []),
        { value: 'in', label: text('import.sign-in') },
        { value: 'out', label: text('import.sign-out') },
      ],
    },
    {
      kind: 'select',
      name: 'dates',
      label: text('profiles.dates'),
      value: value('dates'),
      options: patterns.map((pattern) => ({ value: pattern, label: pattern })),
    },
    {
      kind: 'select',
      name: 'decimal',
      label: text('profiles.decimal'),
      value: value('decimal'),
      options: [
        { value: '.', label: text('profiles.decimal-point') },
        { value: ',', label: text('profiles.decimal-comma') },
      ],
    },
    line('currency', text('receivables.currency'), value('currency')),
    line('account', text('transactions.account'), account),
    line('directions.credit', text('profiles.directions.credit'), value('directions.credit')),
    line('directions.debit', text('profiles.directions.debit'), value('directions.debit')),
    line('label', text('import.profile-name'), label, true),
  ];
}

/** Saves the profile under a name made of its label. */
async function createProfile(profiles: Bank['profiles'], values: ProfileValues, label: string): Promise<string> {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-');
  const base = plain.replace(/^-|-$/g, '').slice(0, 60) || 'profile';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    try {
      return (await profiles.create(definitionOf('csv', { ...values, name, label }))).profile.name;
    } catch (error) {
      const isTaken = error instanceof HostError && error.code === 'vendor_bank_profile_exists';
      if (!isTaken || number === MAX_NAMES) throw error;
    }
  }
}
