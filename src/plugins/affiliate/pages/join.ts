import { HostError, type PluginContext } from '../../../index.js';
import { majorText } from '../../../money.js';
import { addressKey, type PageHandler, type PageRequest, type PageResponse, redirect } from '../../../pages.js';
import type { Strings } from '../../../text.js';
import type { AffiliateProgram } from '../affiliate.js';
import { assertFieldValues } from '../affiliates/fields.js';
import { REGISTRATION_LIMIT, type RegistrationInput } from '../affiliates/registration.js';
import { OVERVIEW_PATH } from '../area/area.js';
import { type AffiliateKey, affiliateTexts } from '../catalogues.js';
import { percentText, refuseForm } from '../labels.js';
import type { ProgramSettings } from '../settings/schema.js';
import { JOIN_FIELDS, type JoinData, type JoinField } from './join-data.js';

/** Path of the application page. */
const JOIN_PATH = '/affiliates';

const NONCE = 'affiliate_join';

type Parts = Pick<PluginContext, 'limits' | 'pages' | 'site'>;

/** Refused submission. */
interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Registers the page with the program's terms and the application form. Affiliates are redirected to their area. */
export function registerJoinPage(context: Parts, program: AffiliateProgram): void {
  context.pages.mount(JOIN_PATH, joinPage(context, program), {
    label: (locale) => affiliateTexts({ ...context.site, locale }).text('join.title'),
  });
}

function joinPage(context: Parts, program: AffiliateProgram): PageHandler {
  const { site, limits, pages } = context;
  const ownPages = site.href(site.admin + OVERVIEW_PATH);

  async function show(request: PageRequest, refusal: Refusal | null): Promise<PageResponse> {
    const strings = affiliateTexts(site);
    const settings = await program.settings.get();
    const data: JoinData = {
      strings,
      terms: termsOf(settings, strings),
      done: refusal ? null : doneText(request, strings),
      closed: settings.registration ? null : strings.text('error-registration_closed'),
      account: request.user && strings.text('join.as', { name: request.user.name }),
      loginLink: request.user ? null : pages.loginHref(ownPages),
      action: site.href(JOIN_PATH),
      nonce: request.nonce(NONCE),
      message: refusal?.message ?? null,
      fields: fieldsOf(request, refusal, strings),
    };
    return pages.render('affiliate/join', data, {
      request,
      title: `${strings.text('join.title')} · ${site.name}`,
      strings,
      status: refusal?.status ?? 200,
      headers: { 'Cache-Control': 'private, no-store', ...refusal?.headers },
      head: {
        stylesheets: [pages.assetHref('affiliate/join.css')],
        description: strings.text('join.lead'),
        canonical: site.url(JOIN_PATH),
      },
      unframed: true,
    });
  }

  async function apply(request: PageRequest): Promise<PageResponse> {
    const strings = affiliateTexts(site);
    const form = await request.readForm();
    const values = valuesOf(form, request.user !== null);
    const refuse = (status: number, key: AffiliateKey, headers = {}) =>
      show(request, { status, values, headers, errors: {}, message: strings.text(key) });
    if (!request.verifyNonce(form.nonce, NONCE)) return refuse(403, 'join.expired');
    const { allowed, headers } = await limits.countPage(request, REGISTRATION_LIMIT);
    if (!allowed) return refuse(429, 'join.too-many', headers);
    try {
      const input = inputOf(values, strings.locale);
      assertFieldValues(input, strings);
      const { status } = await program
        .register(input, { user: request.user, address: addressKey(request.remoteAddress) })
        .catch((error: unknown) => refuseForm(error, strings));
      return redirect(request.user ? ownPages : `${site.href(JOIN_PATH)}?done=${status}`);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.code === 'rest_too_many_requests') return refuse(429, 'join.too-many');
      if (error.code !== 'form_invalid') throw error;
      const errors = Object.fromEntries(
        Object.entries(error.data.params ?? {}).map(([name, text]) => [name, `${text}`]),
      );
      return show(request, { status: error.status, message: error.message, errors, values });
    }
  }

  return async (request) => {
    if (request.path !== '/') return null;
    const { user, method } = request;
    const { affiliates } = program;
    // Logins of the site's own accounts trigger no event, so affiliates are claimed here.
    if (user && ((await affiliates.ofUser(user.id)) ?? (await affiliates.claim(user)))) return redirect(ownPages);
    if (method === 'POST') return apply(request);
    return method === 'GET' || method === 'HEAD' ? show(request, null) : null;
  };
}

function valuesOf(form: Readonly<Record<string, unknown>>, isSignedIn: boolean): Record<string, string> {
  const names = JOIN_FIELDS.filter((name) => !(isSignedIn && name === 'email'));
  return Object.fromEntries(
    names.map((name) => {
      const value = form[name];
      return [name, typeof value === 'string' ? value.trim() : ''];
    }),
  );
}

/** Empty fields are omitted. */
function inputOf(values: Readonly<Record<string, string>>, locale: string): RegistrationInput {
  const filledIn = Object.entries(values).filter(([name, value]) => value !== '' || name === 'email');
  return { ...Object.fromEntries(filledIn), locale };
}

function doneText({ query }: PageRequest, { text }: Strings): string | null {
  const { done } = query;
  return done === 'pending' || done === 'active' ? text(`join.thanks-${done}`) : null;
}

function fieldsOf({ user }: PageRequest, refusal: Refusal | null, { text }: Strings): JoinData['fields'] {
  const field = (name: JoinField, more: Partial<JoinData['fields'][number]> = {}) => ({
    name,
    id: `join-${name}`,
    type: 'text',
    autocomplete: 'on',
    maxLength: 200,
    required: false,
    hint: null,
    label: text(name === 'code' ? 'join.code' : `area.${name}`),
    value: refusal?.values[name] ?? '',
    error: refusal?.errors[name] ?? null,
    ...more,
  });
  return [
    field('first_name', { autocomplete: 'given-name', maxLength: 100 }),
    field('last_name', { autocomplete: 'family-name', maxLength: 100 }),
    ...(user
      ? []
      : [
          field('email', {
            type: 'email',
            autocomplete: 'email',
            maxLength: 190,
            required: true,
            hint: text('join.email-hint'),
          }),
        ]),
    field('website', { type: 'url', autocomplete: 'url', maxLength: 500 }),
    field('promo_method', { type: 'textarea', maxLength: 5000 }),
    field('code', { autocomplete: 'off', maxLength: 32, hint: text('join.code-hint') }),
  ];
}

/** Lists the terms of the program, one sentence each. */
function termsOf(
  { rateType, rate, currency, cookieDays, minimumPayout }: ProgramSettings,
  { text, locale }: Strings,
): string[] {
  const money = (amount: number): string => majorText(amount, currency, locale);
  return [
    text(`join.${rateType}`, { rate: rateType === 'flat' ? money(rate) : percentText(rate, locale) }),
    text('join.days', { days: cookieDays }),
    ...(minimumPayout > 0 ? [text('join.minimum', { amount: money(minimumPayout) })] : []),
  ];
}
