import { type FieldDefinition, formError, type SubmittedForm } from '../../../../admin.js';
import { isCurrency } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { KnownProfile } from '../../profiles/site-profiles.js';
import type { StoredUpload } from '../../uploads/stored-uploads.js';

type Options = StoredUpload['options'];

/** Selectable formats. Formats of plugins are detected from the content. */
const FORMATS = ['camt', 'mt940', 'ofx', 'qif', 'fio', 'csv', 'json'] as const;
/** Encodings that banks use, as people name them. */
const ENCODINGS = ['utf-8', 'windows-1252', 'windows-1250', 'iso-8859-15', 'iso-8859-2', 'cp850', 'cp852', 'cp437'];

/** Builds the fields for values that a file may not include. */
export function readingFields(
  { format = '', profile = '', account = '', currency = '', encoding = '', dayOrder }: Options,
  profiles: readonly KnownProfile[],
  { text }: Strings,
): FieldDefinition[] {
  return [
    {
      kind: 'select',
      name: 'format',
      label: text('import.format'),
      value: format,
      options: [
        { value: '', label: text('import.found') },
        ...FORMATS.map((value) => ({ value, label: text(`format-${value}`) })),
      ],
    },
    {
      kind: 'select',
      name: 'profile',
      label: text('import.profile'),
      hint: text('import.profile-hint'),
      value: profile,
      options: [
        { value: '', label: text('import.found') },
        ...profiles.map(({ profile: { name, label } }) => ({ value: name, label })),
      ],
    },
    {
      kind: 'text',
      name: 'account',
      label: text('transactions.account'),
      hint: text('import.account-hint'),
      value: account,
      autocomplete: 'off',
      maxLength: 64,
    },
    {
      kind: 'text',
      name: 'currency',
      label: text('receivables.currency'),
      hint: text('import.currency-hint'),
      value: currency,
      autocomplete: 'off',
      maxLength: 3,
    },
    {
      kind: 'select',
      name: 'encoding',
      label: text('import.encoding'),
      hint: text('import.encoding-hint'),
      value: encoding,
      options: [
        { value: '', label: text('import.found') },
        ...ENCODINGS.map((value) => ({ value, label: value.toUpperCase() })),
      ],
    },
    {
      kind: 'select',
      name: 'day_order',
      label: text('import.day-order'),
      hint: text('import.day-order-hint'),
      value: dayOrder ?? '',
      options: [
        { value: '', label: text('import.found') },
        { value: 'dmy', label: text('import.day-first') },
        { value: 'mdy', label: text('import.month-first') },
      ],
    },
  ];
}

/**
 * Reads the submitted options.
 * @throws HostError 422 `form_invalid`
 */
export function submittedOptions(form: SubmittedForm, { text }: Strings): Options {
  const of = (name: string): string | undefined => form.text(name).trim() || undefined;
  const currency = of('currency')?.toUpperCase();
  if (currency !== undefined && !isCurrency(currency)) {
    throw formError({ currency: text('param-currency') }, text('error-invalid_param'));
  }
  const order = of('day_order');
  return {
    format: of('format'),
    profile: of('profile'),
    account: of('account')?.replace(/\s+/g, ''),
    currency,
    encoding: of('encoding'),
    dayOrder: order === 'dmy' || order === 'mdy' ? order : undefined,
  };
}
