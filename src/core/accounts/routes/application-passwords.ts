import type { ApplicationPassword } from '../../identity/application-passwords.js';
import { respond } from '../../rest/response.js';
import { DELETED } from '../../schema/deleted.js';
import { isoOrNull, TIME, TIME_OR_NULL } from '../../schema/time.js';
import { applicationPasswordNotFound } from '../credential-management.js';
import { editUser, type IdentityRouteParts, NAMESPACE, originOf, requireUserOf } from './route-parts.js';
import { LIMIT_ARGS, LIMIT_PROPERTIES, USER_ARG } from './schemas.js';

/** Registers the REST routes for application passwords, in WordPress's format plus Mortise's limits. */
export function registerApplicationPasswordRoutes(parts: IdentityRouteParts): void {
  const { registry, applicationPasswords, authEvents, credentials } = parts;
  const shared = { tags: ['identity'], permission: editUser(parts) };

  registry.group(
    NAMESPACE,
    { ...shared, path: '/users/{user}/application-passwords', args: { user: USER_ARG } },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'List application passwords',
        operationId: 'listApplicationPasswords',
        returns: { type: 'array', items: APPLICATION_PASSWORD },
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          return (await applicationPasswords.list(id)).map(view);
        },
      });
      endpoint({
        method: 'POST',
        summary: 'Create an application password',
        description: 'The password is shown only in this response.',
        operationId: 'createApplicationPassword',
        args: {
          ...LIMIT_ARGS,
          app_id: { type: 'string', format: 'uuid', description: 'UUID of the app, chosen by the app.' },
        },
        returns: CREATED,
        successStatus: 201,
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const { name, scopes, expires_at, allowed_ips, app_id } = request.args;
          const { password, record } = await credentials.createApplicationPassword(request, id, {
            name,
            scopes,
            expiresAt: expires_at === undefined ? undefined : new Date(expires_at),
            allowedAddresses: allowed_ips,
            appId: app_id,
          });
          return respond({ ...view(record), password }, { status: 201 });
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Revoke all application passwords',
        operationId: 'revokeApplicationPasswords',
        returns: { type: 'object', properties: { deleted: { type: 'boolean' }, count: { type: 'integer' } } },
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const count = await applicationPasswords.revokeAll(id);
          if (count > 0) {
            const detail = { count };
            await authEvents.record({
              event: 'application_password_revoked',
              userId: id,
              ...originOf(request),
              detail,
            });
          }
          return { deleted: true, count };
        },
      });
    },
    'core',
  );

  registry.group(
    NAMESPACE,
    {
      ...shared,
      path: '/users/{user}/application-passwords/{uuid}',
      args: { user: USER_ARG, uuid: { type: 'string', format: 'uuid' } },
    },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Read an application password',
        operationId: 'getApplicationPassword',
        returns: APPLICATION_PASSWORD,
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const record = await applicationPasswords.get(id, request.args.uuid);
          if (!record) throw applicationPasswordNotFound();
          return view(record);
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Revoke an application password',
        operationId: 'revokeApplicationPassword',
        returns: DELETED,
        async handler(request) {
          const { id } = await requireUserOf(parts, request);
          const previous = await credentials.revokeApplicationPassword(request, id, request.args.uuid);
          return { deleted: true, previous: view(previous) };
        },
      });
    },
    'core',
  );
}

function view(record: ApplicationPassword) {
  return {
    uuid: record.id,
    app_id: record.appId,
    name: record.name,
    scopes: record.scopes,
    allowed_ips: record.allowedAddresses,
    expires_at: isoOrNull(record.expiresAt),
    created: record.createdAt.toISOString(),
    last_used: isoOrNull(record.lastUsedAt),
    last_ip: record.lastIp,
  };
}

const PROPERTIES = {
  uuid: { type: 'string', required: true },
  app_id: { type: ['string', 'null'] },
  name: { type: 'string', required: true },
  ...LIMIT_PROPERTIES,
  created: TIME,
  last_used: TIME_OR_NULL,
  last_ip: { type: ['string', 'null'] },
} as const;

const APPLICATION_PASSWORD = { type: 'object', properties: PROPERTIES } as const;

const CREATED = {
  type: 'object',
  properties: { ...PROPERTIES, password: { type: 'string', required: true } },
} as const;
