import { definePlugin, type Plugin } from 'mortise';
import { paginate, respond } from 'mortise/rest';

export interface TargetPlugin {
  readonly plugin: Plugin;
  /** Calls that reached the writing routes, in order. */
  readonly written: string[];
  /** Calls that reached the echo route, in order. */
  readonly requests: string[];
}

const LIST = { page: { type: 'integer', minimum: 1, default: 1 }, per_page: { type: 'integer', default: 1 } } as const;

/** Creates a harmless plugin to attack. It echoes, lists, records and links any input. */
export function createTarget(): TargetPlugin {
  const written: string[] = [];
  const requestedHosts: string[] = [];
  const open = { permission: 'public', summary: 'Target' } as const;
  const plugin = definePlugin({
    name: 'target',
    version: '1.0.0',
    setup({ rest }) {
      rest.route('target/v1', {
        ...open,
        method: ['GET', 'POST', 'PUT', 'PATCH'],
        path: '/echo/{name}',
        args: { name: { type: 'string' }, text: { type: 'string' }, record: { type: 'object' } },
        allowBatch: true,
        handler: ({ args, query, body, headers, user }) => {
          requestedHosts.push(`echo ${args.name}`);
          return { args, query, body: body ?? null, trace: headers['x-trace'] ?? null, login: user?.login ?? null };
        },
      });
      rest.route('target/v1', {
        ...open,
        method: ['POST', 'PUT', 'DELETE'],
        path: '/things/{id}',
        args: { id: { type: 'integer' } },
        allowBatch: true,
        handler: ({ args, method }) => {
          written.push(`${method} ${args.id}`);
          return { ran: method };
        },
      });
      rest.route('target/v1', {
        ...open,
        method: 'GET',
        path: '/things/{id}',
        args: { id: { type: 'integer' } },
        handler: () => ({ ran: 'GET' }),
      });
      rest.route('target/v1', {
        ...open,
        method: 'POST',
        path: '/guarded',
        permission: 'manage_options',
        allowBatch: true,
        handler: ({ user }) => {
          written.push(`guarded ${user?.login}`);
          return { login: user?.login };
        },
      });
      rest.route('target/v1', {
        ...open,
        method: 'GET',
        path: '/list',
        args: LIST,
        handler: ({ args }) => paginate([{ id: args.page }], { page: args.page, perPage: args.per_page, total: 3 }),
      });
      rest.route('target/v1', {
        ...open,
        method: 'GET',
        path: '/members',
        handler: () => ({ id: 1, nested: { id: 2 }, [Symbol.iterator]: 1 }),
      });
      rest.route('target/v1', {
        ...open,
        method: 'GET',
        path: '/links',
        args: { to: { type: 'array', items: { type: 'string' } } },
        handler: ({ args }) => ({ _links: { item: (args.to ?? []).map((href) => ({ href, embeddable: true })) } }),
      });
      rest.route('target/v1', {
        ...open,
        method: 'POST',
        path: '/created',
        args: { at: { type: 'string', required: true } },
        handler: ({ args }) =>
          respond(
            { at: args.at },
            { status: 201, headers: { Location: encodeURI(args.at.replaceAll(/\p{Surrogate}/gu, '')) } },
          ),
      });
      rest.route('target/v1', { ...open, method: 'GET', path: '/only-read', handler: () => ({ read: true }) });
    },
  });
  return { plugin, written, requests: requestedHosts };
}
