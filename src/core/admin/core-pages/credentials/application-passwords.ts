import { applicationPasswordNotFound } from '../../../accounts/credential-management.js';
import type { ApplicationPassword } from '../../../identity/application-passwords.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { listTable } from '../../list-table.js';
import type { CoreArea } from '../core-pages.js';
import { credentialCells, lastUseText, limitsText } from './credential-texts.js';
import { limitFields, limitsOf, scopeOptions } from './limit-fields.js';
import { type CredentialPagesParts, isRefused, pageOf, pathAbove } from './parts.js';
import type { Whose } from './whose.js';

/** Registers the application password pages. Only the owner may create one, administrators may revoke them. */
export function registerApplicationPasswordPages(area: CoreArea, parts: CredentialPagesParts, owner: Whose): void {
  const { access, applicationPasswords, credentials, site, tickets } = parts;
  const path = `${owner.base}/application-passwords`;
  const common = { capability: owner.capability, template: 'core/admin/tabbed' } as const;
  const mayCreate = owner.base === '/profile';

  async function createForm(request: AdminRequest) {
    const { strings, link } = request;
    const options = await scopeOptions(access, request, { ofViewer: true });
    return adminForm(request, {
      action: 'create',
      page: path,
      fields: [tickets.field(), ...limitFields(request, { options, hint: strings.text('app-passwords.scopes-hint') })],
      submit: strings.text('app-passwords.create'),
      cancel: { label: strings.text('admin.cancel'), link: link(path) },
    });
  }

  area.page({
    ...common,
    path,
    parent: owner.parent,
    title: 'app-passwords.title',
    async load(request) {
      const user = await owner.user(request);
      const comesBack = mayCreate && isRefused(request, 'create');
      return {
        ...owner.frame(request, user),
        definitions: [],
        table: comesBack ? null : tableOf(request, await applicationPasswords.list(user.id), mayCreate),
        forms: comesBack ? [await createForm(request)] : [],
        links: [],
      };
    },
    heading: (_data, { strings, link }) => ({
      lead: strings.text(mayCreate ? 'app-passwords.lead' : 'app-passwords.lead-other'),
      actions: mayCreate
        ? [{ label: strings.text('app-passwords.add'), link: link(`${path}/add`), primary: true }]
        : [],
    }),
    actions: mayCreate
      ? {
          async create(request, form) {
            const { scopes, ...limits } = limitsOf(request, form, site.timezone);
            const { password } = await tickets.once(request, form, () =>
              credentials.createApplicationPassword(request, request.user.id, {
                ...limits,
                scopes: scopes.length === 0 ? undefined : scopes,
              }),
            );
            const { text } = request.strings;
            return {
              secret: { title: text('app-passwords.created'), label: text('app-passwords.single'), value: password },
            };
          },
        }
      : {},
  });

  if (mayCreate) {
    area.page({
      ...common,
      path: `${path}/add`,
      parent: path,
      title: 'app-passwords.add',
      async load(request) {
        const frame = owner.frame(request, request.user);
        return { ...frame, definitions: [], table: null, forms: [await createForm(request)], links: [] };
      },
    });
  }

  area.page({
    ...common,
    path: `${path}/{password}`,
    parent: path,
    title: 'app-passwords.single',
    async load(request) {
      const user = await owner.user(request);
      const record = await applicationPasswords.get(user.id, request.params.password ?? '');
      if (!record) throw applicationPasswordNotFound();
      const { strings, link } = request;
      return {
        ...owner.frame(request, user),
        definitions: [
          { term: strings.text('credentials.name'), text: record.name },
          ...limitsText(record, strings, access),
          { term: strings.text('credentials.created'), text: strings.dateTime(record.createdAt) },
          { term: strings.text('credentials.used'), text: lastUseText(record, strings) },
        ],
        table: null,
        forms: [
          adminForm(request, {
            action: 'revoke',
            title: strings.text('credentials.revoke'),
            description: strings.text('app-passwords.revoke-question'),
            fields: [],
            submit: strings.text('credentials.revoke'),
            danger: true,
            cancel: { label: strings.text('admin.cancel'), link: link(pathAbove(request)) },
          }),
        ],
        links: [],
      };
    },
    actions: {
      async revoke(request) {
        const { id } = await owner.user(request);
        const { name } = await credentials.revokeApplicationPassword(request, id, request.params.password ?? '');
        return { to: pathAbove(request), notice: request.strings.text('credentials.revoked', { name }) };
      },
    },
  });
}

function tableOf(request: AdminRequest, records: readonly ApplicationPassword[], mayCreate: boolean) {
  const { strings, link, path } = request;
  const { text } = strings;
  const query = listQuery(request);
  return listTable(request, query, {
    caption: text('app-passwords.title'),
    columns: [
      { name: 'name', label: text('credentials.name') },
      { name: 'scopes', label: text('credentials.scopes') },
      { name: 'used', label: text('credentials.used') },
      { name: 'expires', label: text('credentials.expires') },
    ],
    rows: pageOf(records, query).map((record) => {
      const target = link(`${path}/${record.id}`);
      return {
        id: record.id,
        label: record.name,
        cells: { name: { text: record.name, link: target }, ...credentialCells(record, strings) },
        actions: [{ label: text('credentials.revoke'), link: target, danger: true }],
      };
    }),
    total: records.length,
    empty: {
      text: text('app-passwords.none'),
      ...(mayCreate ? { action: { label: text('app-passwords.add'), link: link(`${path}/add`) } } : {}),
    },
  });
}
