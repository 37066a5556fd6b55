import {
  type AdminRequest,
  type AreaRequest,
  adminForm,
  type FieldDefinition,
  type FormData,
  type SubmittedForm,
} from '../../../admin.js';
import { moneyText } from '../../../money.js';
import { idOf } from '../../../pages.js';
import type { Strings } from '../../../text.js';
import type { Affiliate } from '../affiliates/affiliate.js';
import type { AffiliateChanges } from '../affiliates/changes.js';
import { assertFieldValues, type FieldName, PAYMENT_FIELDS } from '../affiliates/fields.js';
import { type AffiliateKey, affiliateCatalogues } from '../catalogues.js';
import { methodText, percentText } from '../labels.js';
import { ledgerSettingsOf } from '../settings/current.js';
import { type AreaParts, noticeOf, ownOf, PROFILE_PATH } from './area.js';

const PROFILE_FIELDS = [
  ...(['first_name', 'last_name', 'display_name', 'email', 'website', 'promo_method'] as const),
  ...(['country', 'tax_id', 'locale'] as const),
] as const satisfies readonly FieldName[];
type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Registers the profile page. Profile and payment details are separate forms: only the latter puts payouts on hold. */
export function registerOwnProfile({ area, program }: AreaParts): void {
  const { affiliates } = program;

  async function save(request: AreaRequest<string, AffiliateKey>, form: SubmittedForm, sent: AffiliateChanges) {
    const own = await ownOf(program, request);
    const allowed: readonly string[] = await affiliates.profileFields();
    const changes: AffiliateChanges = Object.fromEntries(
      Object.entries(sent).filter(([name]) => allowed.includes(name)),
    );
    assertFieldValues(changes, request.texts);
    const version = idOf(form.text('version')) ?? 0;
    return { before: own, after: await affiliates.update(own.id, changes, { isOwn: true, version }) };
  }

  area.page({
    path: PROFILE_PATH,
    title: 'area.profile',
    template: 'affiliate/area/profile',
    async load(request) {
      const { texts: strings } = request;
      const own = await ownOf(program, request);
      const allowed = await affiliates.profileFields();
      const pending = await affiliates.pendingEmail(own.id);
      return {
        strings,
        notice: noticeOf(own, program.now(), strings),
        definitions: [
          { term: strings.text('area.code'), text: own.code },
          ...(pending === null ? [] : [{ term: strings.text('area.email-pending'), text: pending }]),
          { term: strings.text('area.state'), text: strings.text(`status.${own.status}`) },
          { term: strings.text('area.rate'), text: await rateText(own, strings) },
          { term: strings.text('area.since'), text: strings.date(own.registeredAt) },
        ],
        forms: [
          profileForm(request, own, allowed, strings),
          ...(pending === null ? [] : [cancelForm(request, strings)]),
          ...(await paymentForms(request, own, allowed, strings)),
        ],
      };
    },
    actions: {
      async profile(request, form) {
        const { after } = await save(request, form, profileOf(form));
        const { text } = request.texts;
        const email = form.text('email').trim().toLowerCase();
        const isPending = form.has('email') && email !== after.email;
        return { notice: isPending ? text('area.saved-email', { email }) : text('area.saved') };
      },
      async cancel(request) {
        const own = await ownOf(program, request);
        await affiliates.cancelEmail(own.id);
        return { notice: request.texts.text('area.email-cancelled') };
      },
      async payment(request, form) {
        const { before, after } = await save(request, form, paymentOf(form));
        const isHeld = after.holdPayoutsUntil?.getTime() !== before.holdPayoutsUntil?.getTime();
        return { notice: request.texts.text(isHeld ? 'area.saved-payment' : 'area.saved') };
      },
    },
  });

  async function rateText({ rateType, rate }: Affiliate, { locale }: Strings): Promise<string> {
    const settings = ledgerSettingsOf(await program.settings.get());
    const { type, value } = rateType === null ? settings.rate : { type: rateType, value: rate };
    return type === 'flat' ? moneyText(value, settings.currency, locale) : percentText(value / 100, locale);
  }

  /** Empty if a filter reserves payment details for administrators. */
  async function paymentForms(
    request: AdminRequest,
    own: Affiliate,
    allowed: readonly FieldName[],
    strings: Strings,
  ): Promise<FormData[]> {
    const { text } = strings;
    if (!PAYMENT_FIELDS.every((name) => allowed.includes(name))) return [];
    const methods = await affiliates.paymentMethods();
    const masked = affiliates.details.mask(own.paymentDetails);
    const form = adminForm(request, {
      action: 'payment',
      title: text('area.payment'),
      description: text('area.payment-lead'),
      fields: [
        { kind: 'hidden', name: 'version', value: String(own.version) },
        {
          kind: 'select',
          name: 'payment_method',
          label: text('area.payment_method'),
          value: own.paymentMethod,
          required: true,
          options: methods.map((value) => ({ value, label: methodText(value, strings) })),
        },
        {
          kind: 'email',
          name: 'payment_email',
          label: text('area.payment_email'),
          value: own.paymentEmail,
          hint: text('area.payment_email-hint'),
          maxLength: 190,
        },
        {
          kind: 'text',
          name: 'payment_details',
          label: text('area.payment_details'),
          maxLength: 1000,
          autocomplete: 'off',
          hint:
            masked === '' ? text('area.payment_details-hint') : text('area.payment_details-kept', { details: masked }),
        },
      ],
      submit: text('area.save'),
    });
    return [form];
  }
}

function cancelForm(request: AdminRequest, { text }: Strings): FormData {
  return adminForm(request, { action: 'cancel', fields: [], submit: text('area.email-cancel') });
}

function profileForm(request: AdminRequest, own: Affiliate, allowed: readonly FieldName[], strings: Strings): FormData {
  const { text } = strings;
  const values: Readonly<Record<ProfileField, string>> = {
    first_name: own.firstName,
    last_name: own.lastName,
    display_name: own.displayName,
    email: own.email,
    website: own.website,
    promo_method: own.promoMethod,
    country: own.country,
    tax_id: own.taxId,
    locale: own.locale,
  };
  const field = (name: ProfileField) => ({ name, label: text(`area.${name}`), value: values[name] });
  const fields: FieldDefinition[] = [
    { kind: 'hidden', name: 'version', value: String(own.version) },
    { kind: 'text', ...field('first_name'), autocomplete: 'given-name', maxLength: 100 },
    { kind: 'text', ...field('last_name'), autocomplete: 'family-name', maxLength: 100 },
    { kind: 'text', ...field('display_name'), autocomplete: 'nickname', maxLength: 200 },
    { kind: 'email', ...field('email'), autocomplete: 'email', maxLength: 190, required: true },
    { kind: 'url', ...field('website'), autocomplete: 'url', maxLength: 500 },
    { kind: 'textarea', ...field('promo_method'), maxLength: 5000, rows: 4 },
    { kind: 'text', ...field('country'), autocomplete: 'country', hint: text('area.country-hint'), maxLength: 2 },
    { kind: 'text', ...field('tax_id'), maxLength: 64 },
    { kind: 'select', ...field('locale'), options: localeOptions(own.locale, strings) },
  ];
  return adminForm(request, {
    action: 'profile',
    title: text('area.about-you'),
    submit: text('area.save'),
    fields: fields.filter(({ name }) => name === 'version' || allowed.some((field) => field === name)),
  });
}

/** Lists languages by their own names. The current language is kept even if no mails exist in it. */
function localeOptions(current: string, { text }: Strings) {
  const spoken = Object.keys(affiliateCatalogues);
  const locales = spoken.includes(current) || current === '' ? spoken : [...spoken, current];
  const nameOf = (locale: string): string => new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return [{ value: '', label: text('area.locale-site') }, ...locales.map((value) => ({ value, label: nameOf(value) }))];
}

function profileOf(form: SubmittedForm): AffiliateChanges {
  const texts = PROFILE_FIELDS.filter((name) => form.has(name)).map((name) => [name, form.text(name).trim()]);
  const changes: AffiliateChanges = Object.fromEntries(texts);
  return changes.country === undefined ? changes : { ...changes, country: changes.country.toUpperCase() };
}

/** An empty field keeps the stored details, because no page shows them. */
function paymentOf(form: SubmittedForm): AffiliateChanges {
  const details = form.text('payment_details').trim();
  return {
    payment_method: form.text('payment_method'),
    payment_email: form.text('payment_email').trim(),
    ...(details === '' ? {} : { payment_details: details }),
  };
}
