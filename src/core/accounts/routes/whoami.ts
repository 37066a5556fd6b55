import type { AuthAttempt } from '../../identity/authenticate.js';
import { type IdentityRouteParts, NAMESPACE } from './route-parts.js';

/** Registers `GET auth/whoami` for debugging credentials. It rejects nothing and reports what it saw. */
export function registerWhoami({ registry }: Pick<IdentityRouteParts, 'registry'>): void {
  registry.route(
    NAMESPACE,
    {
      method: 'GET',
      path: '/auth/whoami',
      summary: 'Show the current user and authentication method',
      description:
        'Lists every authentication method with its result. A wrong credential is explained instead of rejected.',
      operationId: 'whoami',
      tags: ['identity'],
      permission: 'public',
      credentials: 'all',
      rateLimit: { max: 60, window: '1m', by: 'ip' },
      returns: WHOAMI,
      handler({ identity, user, attempts }) {
        return {
          authenticated: identity !== null,
          method: identity?.method ?? null,
          via: identity?.via ?? null,
          user: user && { id: user.id, login: user.login, name: user.name, roles: user.roles },
          scopes: identity?.scopes ?? null,
          credential_id: identity?.credentialId ?? null,
          attempts: attempts.map(describe),
        };
      },
    },
    'core',
  );
}

function describe({ method, outcome, code, message }: AuthAttempt) {
  return { method, outcome, code: code ?? null, message: message ?? null };
}

const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

const WHOAMI = {
  type: 'object',
  properties: {
    authenticated: { type: 'boolean', required: true },
    method: { ...TEXT_OR_NULL, description: 'Authentication method that matched.' },
    via: { ...TEXT_OR_NULL, enum: ['ambient', 'explicit', null] },
    user: {
      type: ['object', 'null'],
      description: 'Null for visitors, and for keys without an account.',
      properties: {
        id: { type: 'integer' },
        login: { type: 'string' },
        name: { type: 'string' },
        roles: { type: 'array', items: { type: 'string' } },
      },
    },
    scopes: {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Scopes of the credential; null: unlimited.',
    },
    credential_id: TEXT_OR_NULL,
    attempts: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          method: { type: 'string', required: true },
          outcome: {
            type: 'string',
            enum: ['matched', 'absent', 'nobody', 'refused', 'ignored', 'not_asked'],
            required: true,
          },
          code: TEXT_OR_NULL,
          message: TEXT_OR_NULL,
        },
      },
    },
  },
} as const;
