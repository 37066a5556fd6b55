import { HostError } from '../../../errors.js';
import type { OAuthGrant } from '../../../identity/oauth/grants.js';
import type { AdminRequest } from '../../admin-page.js';
import { adminForm } from '../../form.js';
import { listQuery } from '../../list-query.js';
import { listTable } from '../../list-table.js';
import type { CoreArea } from '../core-pages.js';
import { scopesText } from './credential-texts.js';
import { type CredentialPagesParts, pageOf } from './parts.js';
import type { Whose } from './whose.js';

const PATH = '/profile/apps';

/** Registers the pages of OAuth clients that the user has authorized. */
export function registerAllowedApps(area: CoreArea, parts: CredentialPagesParts, owner: Whose): void {
  const { access, credentials, oauthGrants } = parts;
  const common = { capability: owner.capability, template: 'core/admin/tabbed' } as const;
  area.page({
    ...common,
    path: PATH,
    parent: owner.parent,
    title: 'apps.title',
    lead: 'apps.lead',
    load: async (request) => ({
      ...owner.frame(request, request.user),
      definitions: [],
      table: tableOf(request, await oauthGrants.list(request.user.id)),
      forms: [],
      links: [],
    }),
  });
  area.page({
    ...common,
    path: `${PATH}/{client}`,
    parent: PATH,
    title: 'apps.single',
    async load(request) {
      const { strings, user, params, link } = request;
      const { text, dateTime } = strings;
      const grant = (await oauthGrants.list(user.id)).find(({ clientId }) => clientId === params.client);
      if (!grant) throw new HostError('oauth_grant_not_found', text('apps.gone'), { status: 404 });
      return {
        ...owner.frame(request, user),
        definitions: [
          { term: text('apps.single'), text: grant.clientName },
          { term: text('apps.may'), text: scopesText(grant.scopes, strings, access) },
          { term: text('apps.since'), text: dateTime(grant.createdAt) },
          { term: text('credentials.used'), text: lastUse(grant, request) },
        ],
        table: null,
        forms: [
          adminForm(request, {
            action: 'revoke',
            title: text('credentials.revoke'),
            description: text('apps.revoke-question'),
            fields: [],
            submit: text('credentials.revoke'),
            danger: true,
            cancel: { label: text('admin.cancel'), link: link(PATH) },
          }),
        ],
        links: [],
      };
    },
    actions: {
      async revoke(request) {
        await credentials.revokeGrant(request, request.user.id, request.params.client);
        return { to: PATH, notice: request.strings.text('apps.revoked') };
      },
    },
  });

  function tableOf(request: AdminRequest, grants: readonly OAuthGrant[]) {
    const { strings, link } = request;
    const { text } = strings;
    const query = listQuery(request);
    return listTable(request, query, {
      caption: text('apps.title'),
      columns: [
        { name: 'app', label: text('apps.single') },
        { name: 'may', label: text('apps.may') },
        { name: 'since', label: text('apps.since') },
        { name: 'used', label: text('credentials.used') },
      ],
      rows: pageOf(grants, query).map((grant) => {
        const target = link(`${PATH}/${grant.clientId}`);
        return {
          id: grant.clientId,
          label: grant.clientName,
          cells: {
            app: { text: grant.clientName, link: target },
            may: text('credentials.scope-count', { count: grant.scopes.length }),
            since: strings.dateTime(grant.createdAt),
            used: lastUse(grant, request),
          },
          actions: [{ label: text('credentials.revoke'), link: target, danger: true }],
        };
      }),
      total: grants.length,
      empty: { text: text('apps.none') },
    });
  }
}

function lastUse({ lastUsedAt }: OAuthGrant, { strings }: AdminRequest): string {
  return lastUsedAt ? strings.dateTime(lastUsedAt) : strings.text('credentials.never');
}
