import { type FieldDefinition, formError, isCurrency, type Strings, type SubmittedForm } from '../../../../index.js';
import type { KnownProfile } from '../../profiles/site-profiles.js';
import type { KeptUpload } from '../../uploads/kept-uploads.js';

type Options = KeptUpload['options'];

/** Formats that people choose among; those of plugins are found by what is in the file. */
const FORMATS = ['camt', 'mt940', 'ofx', 'fio', 'csv', 'json'] as const;

/** What may be said of a file that does not say it itself. */
export function readingFields(
  { format = '', profile = '', account = '', currency = '' }: Options,
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
  ];
}

/** @throws HostError 422 `form_invalid` */
export function submittedOptions(form: SubmittedForm, { text }: Strings): Options {
  const of = (name: string): string | undefined => form.text(name).trim() || undefined;
  const currency = of('currency')?.toUpperCase();
  if (currency !== undefined && !isCurrency(currency)) {
    throw formError({ currency: text('param-currency') }, text('error-invalid_param'));
  }
  return { format: of('format'), profile: of('profile'), account: of('account')?.replace(/\s+/g, ''), currency };
}
