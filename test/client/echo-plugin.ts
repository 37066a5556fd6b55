import { readFile } from 'node:fs/promises';
import { definePlugin, HostError } from 'mortise';
import { paginate } from 'mortise/rest';

/** Request as seen by the `echo` routes. */
export interface Echo {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly user: string | null;
}

/** Routes that echo requests, fail and paginate. */
export const echo = () =>
  definePlugin({
    name: 'acme-echo',
    version: '1.0.0',
    setup({ rest }) {
      rest.route('acme/v1', {
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        path: '/echo',
        summary: 'Tell what arrived',
        permission: 'public',
        handler: ({ query, body, headers, user }) => ({
          query,
          body: body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : body,
          headers,
          user: user?.login ?? null,
        }),
      });
      rest.route('acme/v1', {
        method: 'PUT',
        path: '/file',
        summary: 'Tell what a file holds',
        uploads: { maxFileSize: 1024 },
        permission: 'public',
        handler: ({ files: [file] }) => file && readFile(file.path, 'utf8'),
      });
      rest.route('acme/v1', {
        method: 'GET',
        path: '/echo/{name}',
        summary: 'Tell a path parameter',
        args: { name: { type: 'string', pattern: '.+' } },
        permission: 'public',
        handler: ({ args }) => args.name,
      });
      rest.route('acme/v1', {
        method: 'GET',
        path: '/busy',
        summary: 'Refuse for half a minute',
        permission: 'public',
        handler: () => {
          throw new HostError('acme_busy', 'Come back later.', { status: 503, headers: { 'Retry-After': '30' } });
        },
      });
      rest.route('acme/v1', {
        method: 'GET',
        path: '/sales',
        summary: 'A list inside an object',
        args: { page: { type: 'integer', default: 1 }, per_page: { type: 'integer', default: 2 } },
        permission: 'public',
        handler: ({ args: { page, per_page: perPage } }) =>
          paginate(
            { success: true, data: [1, 2, 3, 4, 5].slice((page - 1) * perPage, page * perPage), pagination: {} },
            { page, perPage, total: 5 },
          ),
      });
    },
  });
