import type { FieldDefinition, FieldOption } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { PROFILE_FIELDS, type Profile, type ProfileField, STATEMENT_FIELDS } from '../../profiles/profile.js';
import type { ProfileValues } from '../../profiles/profile-values.js';

/** Encodings that banks use. Others remain selectable if a profile has them. */
const ENCODINGS = ['windows-1250', 'windows-1252', 'iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'utf-16le'];
const MAX_LENGTH = 2000;

/** Labels shared with other pages. */
const LABELS: Readonly<Partial<Record<ProfileField, string>>> = {
  bookedOn: 'transactions.booked',
  valueOn: 'transactions.value-day',
  amount: 'transactions.amount',
  direction: 'transactions.direction',
  fee: 'transactions.charges',
  currency: 'receivables.currency',
  status: 'transactions.status',
  name: 'transactions.counterparty',
  account: 'transactions.account-number',
  bic: 'transactions.bic',
  variableSymbol: 'transactions.variable-symbol',
  constantSymbol: 'transactions.constant-symbol',
  specificSymbol: 'transactions.specific-symbol',
  endToEndId: 'transactions.end-to-end-id',
  creditorReference: 'transactions.creditor-reference',
  reference: 'transactions.bank-reference',
  remittance: 'transactions.remittance',
  typeCode: 'transactions.type',
  originalAmount: 'transactions.original',
};

export function fieldLabel(field: ProfileField, { text }: Strings): string {
  return text(LABELS[field] ?? `profiles.fields.${field}`);
}

/**
 * Returns the label of a value.
 * @param name for example `fields.bookedOn`
 */
export function valueLabel(name: string, texts: Strings): string {
  const field = PROFILE_FIELDS.find((each) => name === `fields.${each}`);
  if (field) return fieldLabel(field, texts);
  if (name === 'currency') return texts.text('receivables.currency');
  if (name === 'encoding') return texts.text('import.encoding');
  return texts.has(`profiles.${name}`) ? texts.text(`profiles.${name}`) : name;
}

export interface FieldGroup {
  readonly name: 'about' | 'amounts' | 'columns' | 'file' | 'paths' | 'rest';
  readonly fields: readonly FieldDefinition[];
}

/** Builds the grouped fields of a profile. */
export function fieldGroups(
  kind: Profile['kind'],
  {
    values,
    guessed,
    isNew,
  }: { readonly values: ProfileValues; readonly guessed: readonly string[]; readonly isNew: boolean },
  texts: Strings,
): readonly FieldGroup[] {
  const { text, has } = texts;
  const common = (name: string) => {
    const hints = [
      ...(has(`profiles.${name}-hint`) ? [text(`profiles.${name}-hint`)] : []),
      ...(guessed.includes(name) ? [text('profiles.guessed')] : []),
    ];
    return { name, label: valueLabel(name, texts), ...(hints.length > 0 && { hint: hints.join(' ') }) };
  };
  const value = (name: string): string => values[name] ?? '';
  const line = (name: string, isRequired = false): FieldDefinition => ({
    ...common(name),
    kind: 'text',
    value: value(name),
    autocomplete: 'off',
    maxLength: MAX_LENGTH,
    required: isRequired,
  });
  const lines = (name: string, rows: number, isRequired = false): FieldDefinition => ({
    ...common(name),
    kind: 'textarea',
    value: value(name),
    rows,
    required: isRequired,
  });
  const check = (name: string): FieldDefinition => ({
    ...common(name),
    kind: 'checkbox',
    checked: value(name) === '1',
  });
  const choice = (name: string, options: readonly FieldOption[]): FieldDefinition => ({
    ...common(name),
    kind: 'select',
    value: value(name),
    options: options.some((option) => option.value === value(name))
      ? options
      : [...options, { value: value(name), label: value(name) }],
  });
  const found: FieldOption = { value: '', label: text('import.found') };
  const file: readonly FieldDefinition[] =
    kind === 'json'
      ? [line('entries'), line('pendingEntries'), ...STATEMENT_FIELDS.map((name) => line(`statement.${name}`))]
      : [
          lines('header', 4),
          { ...common('columns'), kind: 'number', value: value('columns'), min: 2, max: 1000 },
          choice('delimiter', [
            found,
            ...[';', ',', '|'].map((each) => ({ value: each, label: each })),
            { value: 'tab', label: text('profiles.tab') },
          ]),
          choice('encoding', [found, ...ENCODINGS.map((each) => ({ value: each, label: each }))]),
          ...['preamble.ownAccount', 'preamble.currency'].map((name) => line(name)),
        ];
  return [
    { name: 'about', fields: [...(isNew ? [line('name', true)] : []), line('label', true)] },
    {
      name: kind === 'csv' ? 'columns' : 'paths',
      fields: PROFILE_FIELDS.map((field) => line(`fields.${field}`, field === 'bookedOn')),
    },
    {
      name: 'amounts',
      fields: [
        lines('dates', 2, true),
        choice('decimal', [
          { value: '.', label: text('profiles.decimal-point') },
          { value: ',', label: text('profiles.decimal-comma') },
        ]),
        line('currency'),
        ...['directions.credit', 'directions.debit'].map((name) => line(name)),
        check('isInverted'),
      ],
    },
    { name: 'file', fields: file },
    {
      name: 'rest',
      fields: [line('pending'), lines('reversals', 2), lines('passedOver', 2), check('isReferenceUnique')],
    },
  ];
}
