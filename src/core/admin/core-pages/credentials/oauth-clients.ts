import { HostError } from '../../../errors.js';
import type { OAuthClientManagement } from '../../../oauth/client-management.js';
import type { OAuthClient } from '../../../oauth/clients.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { listTable } from '../../list-table.js';
import type { AdminTabbedData } from '../../template-data.js';
import type { CoreArea } from '../core-pages.js';
import { clientFields, clientOf } from './oauth-client-form.js';
import { type CredentialPagesParts, isRefused, pageOf } from './parts.js';

const PATH = '/oauth-clients';

interface ClientPagesParts extends CredentialPagesParts {
  readonly clients: OAuthClientManagement;
}

/** Registers the pages of OAuth clients. */
export function registerOAuthClientPages(area: CoreArea, parts: ClientPagesParts): void {
  const { clients, oauth, tickets } = parts;
  const common = { capability: 'manage_options', template: 'core/admin/tabbed' } as const;

  async function clientFrom({ params, strings }: AdminRequest<'client'>): Promise<OAuthClient> {
    const client = await oauth.clients.get(params.client);
    if (client) return client;
    throw new HostError('oauth_client_not_found', strings.text('clients.gone'), { status: 404 });
  }

  async function createForm(request: AdminRequest) {
    const { strings, link } = request;
    return adminForm(request, {
      action: 'create',
      page: PATH,
      fields: [tickets.field(), ...(await clientFields(parts, request, null))],
      submit: strings.text('clients.create'),
      cancel: { label: strings.text('admin.cancel'), link: link(PATH) },
    });
  }

  area.page({
    ...common,
    path: PATH,
    title: 'clients.title',
    icon: 'link',
    section: 'site',
    order: 40,
    heading: (_data, { strings, link }) => ({
      lead: strings.text('clients.lead'),
      actions: [{ label: strings.text('clients.add'), link: link(`${PATH}/add`), primary: true }],
    }),
    async load(request) {
      const comesBack = isRefused(request, 'create');
      return page(request, {
        table: comesBack ? null : tableOf(request, await oauth.clients.list()),
        forms: comesBack ? [await createForm(request)] : [],
      });
    },
    actions: {
      async create(request, form) {
        const { text } = request.strings;
        const details = await clientOf(parts, request, form);
        const { client, secret } = await tickets.once(request, form, () => clients.create(request, details));
        if (secret === null) {
          return { to: `${PATH}/${client.clientId}`, notice: text('clients.created', { name: client.name }) };
        }
        return {
          secret: {
            title: text('clients.created-id', { name: client.name, id: client.clientId }),
            label: text('clients.secret'),
            value: secret,
          },
        };
      },
    },
  });

  area.page({
    ...common,
    path: `${PATH}/add`,
    parent: PATH,
    title: 'clients.add',
    load: async (request) => page(request, { forms: [await createForm(request)] }),
  });

  area.page({
    ...common,
    path: `${PATH}/{client}`,
    parent: PATH,
    title: 'clients.single',
    heading: (_data, { strings }) => ({ title: strings.text('clients.single') }),
    async load(request) {
      const client = await clientFrom(request);
      const { text } = request.strings;
      return page(request, {
        definitions: definitionsOf(request, client),
        forms: [
          adminForm(request, { action: 'save', fields: await clientFields(parts, request, client) }),
          ...(client.isPublic
            ? []
            : [
                adminForm(request, {
                  action: 'rotate',
                  title: text('clients.rotate'),
                  description: text('clients.rotate-text'),
                  fields: [tickets.field()],
                  submit: text('clients.rotate'),
                }),
              ]),
          client.disabled
            ? adminForm(request, { action: 'enable', fields: [], submit: text('clients.enable') })
            : adminForm(request, {
                action: 'disable',
                title: text('clients.disable'),
                description: text('clients.disable-text'),
                fields: [],
                submit: text('clients.disable'),
                danger: true,
              }),
        ],
        links: [
          { label: text('clients.delete-link'), link: request.link(`${PATH}/${client.clientId}/delete`), danger: true },
        ],
      });
    },
    actions: {
      async save(request, form) {
        const { clientId } = await clientFrom(request);
        const { name, redirectUris, grants = [], scopes, userId } = await clientOf(parts, request, form);
        await clients.update(request, clientId, { name, redirectUris, grants, scopes, userId });
        return { notice: request.strings.text('clients.saved', { name }) };
      },
      async rotate(request, form) {
        const { clientId } = await clientFrom(request);
        const { text } = request.strings;
        const value = await tickets.once(request, form, () => clients.rotateSecret(request, clientId));
        return { secret: { title: text('clients.rotated'), label: text('clients.secret'), value } };
      },
      disable: (request) => setDisabled(request, true),
      enable: (request) => setDisabled(request, false),
    },
  });

  async function setDisabled(request: AdminRequest<'client'>, disabled: boolean) {
    const { clientId } = await clientFrom(request);
    const { name } = await clients.setDisabled(request, clientId, disabled);
    return { notice: request.strings.text(disabled ? 'clients.was-disabled' : 'clients.was-enabled', { name }) };
  }

  area.page({
    ...common,
    path: `${PATH}/{client}/delete`,
    parent: PATH,
    title: 'clients.delete',
    async load(request) {
      const { name, clientId } = await clientFrom(request);
      const { text } = request.strings;
      return page(request, {
        forms: [
          adminForm(request, {
            action: 'delete',
            description: text('clients.delete-question', { name }),
            fields: [],
            submit: text('clients.delete'),
            danger: true,
            cancel: { label: text('admin.cancel'), link: request.link(`${PATH}/${clientId}`) },
          }),
        ],
      });
    },
    actions: {
      async delete(request) {
        const { name, clientId } = await clientFrom(request);
        await clients.delete(request, clientId);
        return { to: PATH, notice: request.strings.text('clients.deleted', { name }) };
      },
    },
  });
}

function page({ strings }: AdminRequest, data: Partial<AdminTabbedData>): AdminTabbedData {
  return { strings, tabs: [], tabsLabel: '', definitions: [], table: null, forms: [], links: [], ...data };
}

function definitionsOf({ strings }: AdminRequest, client: OAuthClient): AdminTabbedData['definitions'] {
  const { text, dateTime } = strings;
  return [
    { term: text('clients.id'), text: client.clientId },
    { term: text('clients.kind'), text: text(client.isPublic ? 'clients.public' : 'clients.confidential') },
    ...(client.disabled ? [{ term: text('clients.state'), text: text('clients.disabled') }] : []),
    { term: text('credentials.created'), text: dateTime(client.createdAt) },
    {
      term: text('clients.used'),
      text: client.lastUsedAt ? dateTime(client.lastUsedAt) : text('credentials.never'),
    },
  ];
}

function tableOf(request: AdminRequest, clients: readonly OAuthClient[]) {
  const { strings, link } = request;
  const { text, dateTime } = strings;
  const query = listQuery(request);
  return listTable(request, query, {
    caption: text('clients.title'),
    columns: [
      { name: 'name', label: text('credentials.name') },
      { name: 'kind', label: text('clients.kind') },
      { name: 'scopes', label: text('credentials.scopes') },
      { name: 'used', label: text('clients.used') },
    ],
    rows: pageOf(clients, query).map((client) => ({
      id: client.clientId,
      label: client.name,
      cells: {
        name: {
          text: client.name,
          link: link(`${PATH}/${client.clientId}`),
          note: client.clientId,
          badges: client.disabled ? [{ text: text('clients.disabled'), kind: 'warning' }] : [],
        },
        kind: text(client.isPublic ? 'clients.public' : 'clients.confidential'),
        scopes: text('credentials.scope-count', { count: client.scopes.length }),
        used: client.lastUsedAt ? dateTime(client.lastUsedAt) : text('credentials.never'),
      },
      actions: [
        { label: text('users.edit'), link: link(`${PATH}/${client.clientId}`) },
        { label: text('clients.delete'), link: link(`${PATH}/${client.clientId}/delete`), danger: true },
      ],
    })),
    total: clients.length,
    empty: { text: text('clients.none'), action: { label: text('clients.add'), link: link(`${PATH}/add`) } },
  });
}
