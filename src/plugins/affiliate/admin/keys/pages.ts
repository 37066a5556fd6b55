import { randomUUID } from 'node:crypto';
import type { ApiKey } from '../../../../access.js';
import {
  type ActionOutcome,
  type AdminRequest,
  type AreaRequest,
  adminForm,
  type FieldDefinition,
  factsOf,
  formError,
  listQuery,
  listTable,
  pagePart,
  type SubmittedForm,
} from '../../../../admin.js';
import { addDays, createCalendar, isDay } from '../../../../calendar.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { KEY_OVERLAP, RATE_SCOPE, TRACK_SCOPE } from '../../access/key-terms.js';
import type { AffiliateKey } from '../../catalogues.js';
import { KEY_PATH, KEYS_PATH, type ProgramArea } from '../paths.js';

type Parts = Pick<PluginContext, 'apiKeys' | 'limits' | 'site'>;

const MAX_LABEL_LENGTH = 100;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Registers the pages of API keys, by which external forms and shops record conversions. */
export function registerKeyPages(area: ProgramArea, { apiKeys, limits, site }: Parts): void {
  const calendar = createCalendar(site.timezone);

  async function keyOf({ params, texts }: AreaRequest<'key'>): Promise<ApiKey> {
    const key = (await apiKeys.list()).find(({ id }) => id === params.key);
    if (key) return key;
    throw new HostError('vendor_affiliate_not_found', texts.text('error-not_found'), { status: 404 });
  }

  /**
   * Makes each form single-use: a reload would resubmit it, and its response contains a key.
   * @throws HostError 422 `form_invalid`
   */
  async function spend(request: AdminRequest, form: SubmittedForm): Promise<void> {
    const ticket = form.text('ticket');
    const isNew = UUID.test(ticket) && (await isFirst(`${request.user.id} ${ticket}`));
    if (!isNew) throw formError({}, area.texts().text('keys.sent-before'));
  }

  async function isFirst(ticket: string): Promise<boolean> {
    return (await limits.consume('key-form', ticket, { max: 1, window: '1d' })).allowed;
  }

  /** The secret is shown only once. */
  function secretOf(title: AffiliateKey, value: string): ActionOutcome {
    const { text } = area.texts();
    return { secret: { title: text(title), label: text('keys.key'), value } };
  }

  function expiryOf(form: SubmittedForm): Date | undefined {
    const day = form.text('expires').trim();
    if (day === '') return undefined;
    const { text } = area.texts();
    if (!isDay(day) || day > '9999-12-30' || day < calendar.dayOf(new Date())) {
      throw formError({ expires: text('keys.expires-invalid') }, text('error-invalid_param'));
    }
    return calendar.startOf(addDays(day, 1));
  }

  area.page({
    path: KEYS_PATH,
    title: 'admin.keys',
    lead: 'keys.lead',
    async load(request) {
      const { texts } = request;
      const table = tableOf(await apiKeys.list(), request, texts);
      return { sections: [pagePart({ table })], forms: [createForm(request, texts)] };
    },
    actions: {
      async create(request, form) {
        const { text } = request.texts;
        const name = form.text('label').trim();
        if (name === '' || [...name].length > MAX_LABEL_LENGTH) {
          throw formError({ label: text('keys.label-invalid') }, text('error-invalid_param'));
        }
        const expiresAt = expiryOf(form);
        await spend(request, form);
        const scopes = form.isChecked('override') ? [TRACK_SCOPE, RATE_SCOPE] : [TRACK_SCOPE];
        const { key } = await apiKeys.create(request, { name, scopes, expiresAt });
        return secretOf('keys.created', key);
      },
    },
  });

  area.page({
    path: KEY_PATH,
    title: 'keys.key',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const key = await keyOf(request);
      return {
        title: key.name,
        isSplit: true,
        sections: [pagePart({ facts: keyFacts(key, texts) })],
        forms: [
          adminForm(request, {
            action: 'rotate',
            title: text('keys.rotate'),
            description: text('keys.rotate-text'),
            fields: [ticketField()],
            submit: text('keys.rotate'),
          }),
          adminForm(request, {
            action: 'revoke',
            title: text('keys.revoke'),
            description: text('keys.revoke-text'),
            fields: [],
            submit: text('keys.revoke'),
            danger: true,
          }),
        ],
      };
    },
    actions: {
      async rotate(request, form) {
        const { id } = await keyOf(request);
        await spend(request, form);
        const { key } = await apiKeys.rotate(request, id, KEY_OVERLAP);
        return secretOf('keys.rotated', key);
      },
      async revoke(request) {
        const { id, name } = await keyOf(request);
        await apiKeys.revoke(request, id);
        return { to: KEYS_PATH, notice: request.texts.text('keys.revoked', { name }) };
      },
    },
  });
}

function ticketField(): FieldDefinition {
  return { kind: 'hidden', name: 'ticket', value: randomUUID() };
}

function createForm(request: AdminRequest, { text }: Strings) {
  return adminForm(request, {
    action: 'create',
    title: text('keys.add'),
    fields: [
      {
        kind: 'text',
        name: 'label',
        label: text('keys.label'),
        hint: text('keys.label-hint'),
        required: true,
        autocomplete: 'off',
        maxLength: MAX_LABEL_LENGTH,
      },
      { kind: 'date', name: 'expires', label: text('keys.expires'), hint: text('keys.expires-hint') },
      { kind: 'checkbox', name: 'override', label: text('keys.override'), hint: text('keys.override-hint') },
      ticketField(),
    ],
    submit: text('keys.create'),
  });
}

function keyFacts(key: ApiKey, { text, dateTime }: Strings) {
  const { expiresAt, lastUsedAt, previousExpiresAt, rotatedAt } = key;
  const hasPrevious = previousExpiresAt !== null && previousExpiresAt.getTime() > Date.now();
  return factsOf([
    [text('keys.begins'), key.prefix],
    [text('keys.may'), mayText(key, text)],
    [text('keys.made'), dateTime(key.createdAt)],
    [text('keys.used'), lastUsedAt ? dateTime(lastUsedAt) : text('keys.never')],
    [text('keys.expires'), expiresAt ? dateTime(expiresAt) : text('keys.never')],
    [text('keys.rotated-at'), rotatedAt && dateTime(rotatedAt)],
    [text('keys.previous'), hasPrevious ? dateTime(previousExpiresAt) : null],
  ]);
}

/** Describes the permissions of a key. */
function mayText({ scopes }: Pick<ApiKey, 'scopes'>, text: Strings['text']): string {
  return text(scopes.includes(RATE_SCOPE) ? 'keys.may-override' : 'keys.may-record');
}

function tableOf(keys: readonly ApiKey[], request: AdminRequest, { text, dateTime }: Strings) {
  const query = listQuery(request);
  const pageKeys = keys.slice((query.page - 1) * query.perPage, query.page * query.perPage);
  return listTable(request, query, {
    caption: text('admin.keys'),
    columns: [
      { name: 'label', label: text('keys.label') },
      { name: 'may', label: text('keys.may') },
      { name: 'used', label: text('keys.used') },
      { name: 'expires', label: text('keys.expires') },
    ],
    rows: pageKeys.map(({ id, name, prefix, lastUsedAt, expiresAt, scopes }) => ({
      id,
      label: name,
      cells: {
        label: { text: name, link: request.link(`${KEYS_PATH}/${id}`), note: prefix },
        may: mayText({ scopes }, text),
        used: lastUsedAt ? dateTime(lastUsedAt) : text('keys.never'),
        expires: expiresAt ? dateTime(expiresAt) : text('keys.never'),
      },
    })),
    total: keys.length,
    empty: { text: text('keys.none') },
  });
}
