import { type AdminRequest, adminForm, type FieldDefinition } from '../../../../admin.js';
import type { Calendar } from '../../../../calendar.js';
import type { Strings } from '../../../../text.js';
import type { Affiliate } from '../../affiliates/affiliate.js';
import { methodText } from '../../labels.js';
import { dayOfHold, profileValues, rateText } from './submitted.js';

export interface PersonFormParts {
  readonly affiliate: Affiliate;
  /** Code of the affiliate who recruited them; empty for none. */
  readonly parentCode: string;
  readonly methods: readonly string[];
  readonly calendar: Calendar;
}

/** Builds the forms that change an affiliate. They are separate, so that an error in one does not block the others. */
export function personForms(request: AdminRequest, texts: Strings, parts: PersonFormParts) {
  const { text } = texts;
  const { affiliate } = parts;
  // Detects concurrent edits: a save with an outdated version is refused.
  const version: FieldDefinition = { kind: 'hidden', name: 'version', value: String(affiliate.version) };
  return {
    terms: adminForm(request, {
      action: 'terms',
      title: text('people.terms'),
      fields: [...termFields(texts, parts), version],
      submit: text('people.save-terms'),
    }),
    notes: adminForm(request, {
      action: 'notes',
      title: text('people.notes'),
      fields: [...noteFields(texts, affiliate), version],
      submit: text('people.save-notes'),
    }),
    profile: adminForm(request, {
      action: 'profile',
      title: text('people.profile'),
      fields: [
        { ...optional(texts, 'code', 32), value: affiliate.code, required: true },
        ...profileFields(texts, parts.methods, affiliate),
        version,
      ],
      submit: text('people.save-profile'),
    }),
  };
}

function termFields({ text }: Strings, { affiliate, parentCode, calendar }: PersonFormParts): FieldDefinition[] {
  const { currency } = affiliate;
  return [
    {
      kind: 'select',
      name: 'rate_type',
      label: text('people.rate_type'),
      required: true,
      value: affiliate.rateType ?? '',
      options: [
        { value: '', label: text('people.rate-program') },
        { value: 'percentage', label: text('people.rate-percentage') },
        { value: 'flat', label: text('people.rate-flat', { currency }) },
      ],
    },
    {
      kind: 'text',
      name: 'rate',
      label: text('people.rate'),
      hint: text('people.rate-hint'),
      value: rateText(affiliate),
      autocomplete: 'off',
      maxLength: 20,
    },
    {
      kind: 'number',
      name: 'cookie_days',
      label: text('people.cookie_days'),
      hint: text('people.cookie_days-hint'),
      value: affiliate.cookieDays ?? '',
      min: 1,
      max: 3650,
    },
    {
      kind: 'text',
      name: 'parent_id',
      label: text('people.parent'),
      hint: text('people.parent-hint'),
      value: parentCode,
      autocomplete: 'off',
      maxLength: 32,
    },
    {
      kind: 'date',
      name: 'hold_payouts_until',
      label: text('people.hold'),
      hint: text('people.hold-hint'),
      value: dayOfHold(affiliate, calendar),
    },
  ];
}

function noteFields({ text }: Strings, { notes, flags, fraudScore }: Affiliate): FieldDefinition[] {
  return [
    { kind: 'textarea', name: 'notes', label: text('people.note'), hint: text('people.notes-hint'), value: notes },
    {
      kind: 'text',
      name: 'flags',
      label: text('people.flags'),
      hint: text('people.flags-hint'),
      value: flags.join(', '),
      autocomplete: 'off',
    },
    {
      kind: 'number',
      name: 'fraud_score',
      label: text('people.fraud_score'),
      hint: text('people.fraud_score-hint'),
      value: fraudScore,
      required: true,
      min: 0,
      max: 100,
    },
  ];
}

/** Builds the fields of a profile. @param affiliate their current values; null for a new affiliate */
export function profileFields(
  texts: Strings,
  methods: readonly string[],
  affiliate: Affiliate | null,
): FieldDefinition[] {
  const { text } = texts;
  const values = affiliate && profileValues(affiliate);
  const line = (name: keyof NonNullable<typeof values>, maxLength: number) => ({
    ...optional(texts, name, maxLength),
    value: values?.[name] ?? '',
  });
  const isUnsaid = !values || values.payment_method === '';
  return [
    line('display_name', 200),
    line('first_name', 100),
    line('last_name', 100),
    { ...line('email', 190), kind: 'email', required: true },
    { ...line('website', 500), kind: 'url' },
    { ...line('country', 2), hint: text('people.country-hint') },
    { ...line('locale', 35), hint: text('people.locale-hint') },
    line('tax_id', 64),
    {
      kind: 'textarea',
      name: 'promo_method',
      label: text('people.promo_method'),
      value: values?.promo_method ?? '',
      rows: 3,
      maxLength: 5000,
    },
    {
      kind: 'select',
      name: 'payment_method',
      label: text('people.payment_method'),
      value: values?.payment_method ?? '',
      options: [
        ...(isUnsaid ? [{ value: '', label: text('people.payment-unsaid') }] : []),
        ...methods.map((value) => ({ value, label: methodText(value, texts) })),
      ],
    },
    { ...line('payment_email', 190), kind: 'email', hint: text('people.payment_email-hint') },
    {
      kind: 'textarea',
      name: 'payment_details',
      label: text('people.payment_details'),
      hint: text(affiliate?.paymentDetails ? 'people.payment_details-kept' : 'people.payment_details-hint'),
      rows: 2,
      maxLength: 1000,
    },
  ];
}

function optional({ text }: Strings, name: string, maxLength: number) {
  return { kind: 'text', name, label: text(`people.${name}`), autocomplete: 'off', maxLength } as const;
}
