import { type ApiKey, apiKeyNotFound } from '../../../identity/api-keys.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import type { FieldDefinition } from '../../form-field.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';
import type { AdminTabbedData } from '../../template-data.js';
import type { CoreArea } from '../core-pages.js';
import { apiKeyList } from './api-key-list.js';
import { lastUseText, limitsText } from './credential-texts.js';
import { limitFields, limitsOf, scopeOptions } from './limit-fields.js';
import { type CredentialPagesParts, isRefused } from './parts.js';
import type { Whose } from './whose.js';

/** Hours for which the old secret of a key stays valid after a rotation. */
const OVERLAPS = ['0', '24', '168', '720'] as const;
const DEFAULT_OVERLAP = '168';

/**
 * Registers the API key pages: below the profile for one's own keys, or for all keys of the site.
 * @param accountOwner null for the site
 */
export function registerApiKeyPages(area: CoreArea, parts: CredentialPagesParts, accountOwner: Whose | null): void {
  const { access, apiKeys, credentials, site, tickets, users } = parts;
  const isOfSite = accountOwner === null;
  const path = isOfSite ? '/api-keys' : '/profile/api-keys';
  const common = { capability: accountOwner?.capability ?? 'manage_options', template: 'core/admin/tabbed' } as const;

  function frame(request: AdminRequest): Pick<AdminTabbedData, 'strings' | 'tabs' | 'tabsLabel'> {
    return accountOwner?.frame(request, request.user) ?? { strings: request.strings, tabs: [], tabsLabel: '' };
  }

  async function createForm(request: AdminRequest) {
    const { strings, link } = request;
    const { text } = strings;
    const options = await scopeOptions(access, request, { ofViewer: !isOfSite });
    const userField: FieldDefinition = {
      kind: 'text',
      name: 'user',
      label: text('api-keys.user'),
      hint: text('api-keys.user-hint'),
      autocomplete: 'off',
    };
    return adminForm(request, {
      action: 'create',
      page: path,
      fields: [
        tickets.field(),
        ...(isOfSite ? [userField] : []),
        ...limitFields(request, { options, hint: text('api-keys.scopes-hint') }),
      ],
      submit: text('api-keys.create'),
      cancel: { label: text('admin.cancel'), link: link(path) },
    });
  }

  /** The user a new key acts for, or undefined for a key of the site. */
  async function actsFor({ user, strings }: AdminRequest, form: SubmittedForm): Promise<number | undefined> {
    if (!isOfSite) return user.id;
    const login = form.text('user').trim();
    if (login === '') return undefined;
    const found = await users.byLogin(login);
    if (!found) throw formError({ user: strings.text('api-keys.no-user') });
    return found.id;
  }

  /** Returns a key. Below the profile, other users' keys are not found, even by those who may manage them. */
  async function keyOf(request: AdminRequest<'key'>): Promise<ApiKey> {
    const key = await apiKeys.get(request.params.key);
    const isThere = key !== null && (isOfSite || key.userId === request.user.id);
    if (!isThere || !(await request.can('manage_api_key', key))) throw apiKeyNotFound();
    return key;
  }

  area.page({
    ...common,
    path,
    ...(isOfSite ? { icon: 'key', section: 'site', order: 30 } : { parent: accountOwner.parent }),
    title: 'api-keys.title',
    heading: (_data, { strings, link }) => ({
      lead: strings.text(isOfSite ? 'api-keys.lead-site' : 'api-keys.lead'),
      actions: [{ label: strings.text('api-keys.add'), link: link(`${path}/add`), primary: true }],
    }),
    async load(request) {
      const comesBack = isRefused(request, 'create');
      const keys = await apiKeys.list(isOfSite ? {} : { userId: request.user.id });
      return {
        ...frame(request),
        definitions: [],
        table: comesBack ? null : await apiKeyList(request, keys, { path, users: isOfSite ? users : null }),
        forms: comesBack ? [await createForm(request)] : [],
        links: [],
      };
    },
    actions: {
      async create(request, form) {
        const limits = limitsOf(request, form, site.timezone);
        const userId = await actsFor(request, form);
        const { key } = await tickets.once(request, form, () =>
          credentials.createApiKey(request, { ...limits, userId }),
        );
        return secretOf(request, 'api-keys.created', key);
      },
    },
  });

  area.page({
    ...common,
    path: `${path}/add`,
    parent: path,
    title: 'api-keys.add',
    load: async (request) => ({
      ...frame(request),
      definitions: [],
      table: null,
      forms: [await createForm(request)],
      links: [],
    }),
  });

  area.page({
    ...common,
    path: `${path}/{key}`,
    parent: path,
    title: 'api-keys.single',
    async load(request) {
      const key = await keyOf(request);
      const { text } = request.strings;
      return {
        ...frame(request),
        definitions: await definitionsOf(request, key),
        table: null,
        forms: [
          rotateForm(request),
          adminForm(request, {
            action: 'revoke',
            title: text('credentials.revoke'),
            description: text('api-keys.revoke-question'),
            fields: [],
            submit: text('credentials.revoke'),
            danger: true,
          }),
        ],
        links: [],
      };
    },
    actions: {
      async rotate(request, form) {
        const { id } = await keyOf(request);
        const overlap = OVERLAPS.find((hours) => hours === form.text('overlap'));
        if (overlap === undefined) throw formError({ overlap: request.strings.text('api-keys.overlap-choose') });
        const { key } = await tickets.once(request, form, () => credentials.rotateApiKey(request, id, Number(overlap)));
        return secretOf(request, 'api-keys.rotated', key);
      },
      async revoke(request) {
        const { id, name } = await keyOf(request);
        await credentials.revokeApiKey(request, id);
        return { to: path, notice: request.strings.text('credentials.revoked', { name }) };
      },
    },
  });

  function rotateForm(request: AdminRequest) {
    const { text } = request.strings;
    return adminForm(request, {
      action: 'rotate',
      title: text('api-keys.rotate'),
      description: text('api-keys.rotate-text'),
      fields: [
        tickets.field(),
        {
          kind: 'select',
          name: 'overlap',
          label: text('api-keys.overlap'),
          required: true,
          value: DEFAULT_OVERLAP,
          options: OVERLAPS.map((hours) => ({
            value: hours,
            label: hours === '0' ? text('api-keys.overlap-none') : text('api-keys.days', { count: Number(hours) / 24 }),
          })),
        },
      ],
      submit: text('api-keys.rotate'),
    });
  }

  async function definitionsOf({ strings }: AdminRequest, key: ApiKey): Promise<AdminTabbedData['definitions']> {
    const { text, dateTime } = strings;
    const owner = key.userId === null ? null : await users.get(key.userId);
    const { previousExpiresAt } = key;
    const hasPrevious = previousExpiresAt !== null && previousExpiresAt.getTime() > Date.now();
    return [
      { term: text('credentials.name'), text: key.name },
      { term: text('api-keys.begins'), text: key.prefix },
      ...(isOfSite ? [{ term: text('api-keys.user'), text: owner?.login ?? text('api-keys.nobody') }] : []),
      ...limitsText(key, strings, access),
      { term: text('credentials.created'), text: dateTime(key.createdAt) },
      ...(key.rotatedAt ? [{ term: text('api-keys.rotated-at'), text: dateTime(key.rotatedAt) }] : []),
      ...(hasPrevious ? [{ term: text('api-keys.previous'), text: dateTime(previousExpiresAt) }] : []),
      { term: text('credentials.used'), text: lastUseText(key, strings) },
    ];
  }
}

function secretOf({ strings: { text } }: AdminRequest, title: string, value: string) {
  return { secret: { title: text(title), label: text('api-keys.single'), value } };
}
