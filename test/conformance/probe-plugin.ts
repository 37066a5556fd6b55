import { definePlugin, HostError, type Plugin } from 'mortise';
import type { OwnedHooks } from 'mortise/hooks';
import { ALLMETHODS, CREATABLE, DELETABLE, EDITABLE, type OwnedRest, paginate, READABLE, respond } from 'mortise/rest';

export interface Probe {
  readonly plugin: Plugin;
  /** Registry of the plugin, for routes that a test adds while the host is running. */
  readonly rest: () => OwnedRest;
  readonly hooks: () => OwnedHooks;
  /** Steps of requests to `/steps`, in order. */
  readonly steps: string[];
}

const SCHEMA_ARGS = {
  whole: { type: 'integer', minimum: 1, maximum: 10 },
  ratio: { type: 'number' },
  flag: { type: 'boolean' },
  list: { type: 'array', items: { type: 'integer' }, maxItems: 3, uniqueItems: true },
  record: { type: 'object', properties: { depth: { type: 'integer', required: true } } },
  choice: { type: 'string', enum: ['one', 'two'] },
  text: { type: 'string', minLength: 2, maxLength: 5 },
  code: { type: 'string', pattern: '^[a-z]+$' },
  moment: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  mail: { type: 'string', format: 'email' },
  address: { type: 'string', format: 'ip' },
  link: { type: 'string', format: 'uri' },
  key: { type: 'string', format: 'uuid' },
  color: { type: 'string', format: 'hex-color' },
  slug: { type: 'string', format: 'slug' },
  odd: { type: 'string', format: 'no-such-format' },
  either: { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
  step: { type: 'number', multipleOf: 0.5, exclusiveMinimum: 0, exclusiveMaximum: 5 },
} as const;

const ITEMS = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  title: { raw: `item ${index + 1}`, rendered: `<b>item ${index + 1}</b>` },
}));

/** Creates a small third-party plugin with a route for every row of the table. */
export function createProbe(): Probe {
  const steps: string[] = [];
  let context: { rest: OwnedRest; hooks: OwnedHooks } | null = null;
  const current = () => {
    if (!context) throw new Error('The probe is not set up.');
    return context;
  };
  const plugin = definePlugin({
    name: 'acme-probe',
    version: '1.0.0',
    setup({ rest, hooks }) {
      context = { rest, hooks };
      registerMethods(rest);
      registerParameters(rest, steps);
      registerPermissions(rest);
      registerAnswers(rest);
      registerLists(rest);
    },
  });
  return { plugin, rest: () => current().rest, hooks: () => current().hooks, steps };
}

function registerMethods(rest: OwnedRest): void {
  const answer = (name: string) => () => ({ endpoint: name });
  const open = { permission: 'public', summary: 'Names itself' } as const;
  rest.route('acme/v1', { ...open, method: READABLE, path: '/methods/read', handler: answer('read') });
  rest.route('acme/v1', { ...open, method: CREATABLE, path: '/methods/create', handler: answer('create') });
  rest.route('acme/v1', { ...open, method: EDITABLE, path: '/methods/edit', handler: answer('edit') });
  rest.route('acme/v1', { ...open, method: DELETABLE, path: '/methods/delete', handler: answer('delete') });
  rest.route('acme/v1', { ...open, method: ALLMETHODS, path: '/methods/all', handler: answer('all') });
  rest.route('acme/v1', { ...open, method: 'GET', path: '/shared', handler: answer('read') });
  rest.route('acme/v1', { ...open, method: ['POST', 'PUT'], path: '/shared', handler: answer('write') });
  rest.route('acme/v1', { ...open, method: 'GET', path: '/hidden', showInIndex: false, handler: answer('hidden') });
  rest.route('acme/v1', { ...open, method: 'HEAD', path: '/headed', handler: () => respond(null, { status: 202 }) });
  rest.route('acme/v1', { ...open, method: 'GET', path: '/headed', handler: answer('body') });
  rest.route('acme/long/v1', { ...open, method: 'GET', path: '/shared', handler: answer('longer namespace') });
  rest.route('acme/v1', {
    ...open,
    method: 'GET',
    path: '/codes/{code}',
    args: { code: { type: 'string', pattern: '[a-z]{3}', required: true } },
    handler: ({ args }) => ({ code: args.code }),
  });
  rest.route('acme/v1', { ...open, method: 'GET', path: '/codes/all', handler: answer('fixed text') });
}

function registerParameters(rest: OwnedRest, steps: string[]): void {
  rest.route('acme/v1', {
    method: ALLMETHODS,
    path: '/schema',
    summary: 'Answers its arguments',
    args: SCHEMA_ARGS,
    permission: 'public',
    handler: ({ args, query, body }) => ({ args, query, body }),
  });
  rest.route('acme/v1', {
    method: ALLMETHODS,
    path: '/sources/{id}',
    summary: 'Answers where its arguments came from',
    args: { id: { type: 'integer' }, name: { type: 'string', default: 'default' }, other: { type: 'string' } },
    permission: 'public',
    handler: ({ args }) => args,
  });
  rest.route('acme/v1', {
    method: 'POST',
    path: '/required',
    summary: 'Needs two arguments',
    args: {
      first: { type: 'string', required: true },
      second: { type: 'integer', required: true },
      third: { type: 'integer' },
    },
    permission: 'public',
    handler: ({ args }) => args,
  });
  rest.route('acme/v1', {
    method: 'POST',
    path: '/strict',
    summary: 'Accepts nothing but its arguments',
    args: { known: { type: 'string' } },
    strictBody: true,
    permission: 'public',
    handler: ({ args }) => args,
  });
  rest.route('acme/v1', {
    method: 'POST',
    path: '/steps',
    summary: 'Notes the order of its steps',
    args: {
      needed: { type: 'string', required: true },
      value: {
        type: 'integer',
        maximum: 100,
        validate: (value) => {
          steps.push('validate');
          return Number(value) % 2 === 0 || 'value must be even.';
        },
        sanitize: (value) => {
          steps.push('sanitize');
          return Number(value) * 10;
        },
      },
    },
    permission: ({ args }) => {
      steps.push(`permission ${args.value}`);
      return args.needed !== 'forbidden';
    },
    handler: ({ args }) => {
      steps.push('handler');
      return args;
    },
  });
}

function registerPermissions(rest: OwnedRest): void {
  const guarded = { method: 'GET', summary: 'Guarded', handler: () => ({ passed: true }) } as const;
  rest.route('acme/v1', { ...guarded, path: '/guarded/capability', permission: 'manage_options' });
  rest.route('acme/v1', { ...guarded, path: '/guarded/authenticated', permission: 'authenticated' });
  rest.route('acme/v1', { ...guarded, path: '/guarded/function', permission: () => false });
  rest.route('acme/v1', {
    ...guarded,
    path: '/guarded/error',
    permission: () => {
      throw new HostError('acme_closed', 'Come back tomorrow.', { status: 418, opens: 'tomorrow' });
    },
  });
  rest.route('acme/v1', {
    method: 'GET',
    path: '/mixed/{id}',
    summary: 'Read by all',
    args: { id: { type: 'integer' } },
    permission: 'public',
    handler: ({ args }) => args,
  });
  rest.route('acme/v1', {
    method: 'DELETE',
    path: '/mixed/{id}',
    summary: 'Deleted by administrators, while it is even',
    args: { id: { type: 'integer' } },
    permission: async ({ args, can }) => Number(args.id) % 2 === 0 && (await can('manage_options')),
    handler: ({ args }) => args,
  });
}

function registerAnswers(rest: OwnedRest): void {
  const open = { permission: 'public', method: 'GET', summary: 'Answers' } as const;
  rest.route('acme/v1', { ...open, path: '/answers/null', handler: () => null });
  rest.route('acme/v1', { ...open, path: '/answers/204', handler: () => respond({ unseen: true }, { status: 204 }) });
  rest.route('acme/v1', { ...open, path: '/answers/nothing', handler: () => undefined });
  rest.route('acme/v1', {
    ...open,
    path: '/answers/native',
    handler: () => ({ at: new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 6)), big: 12345678901234567890n, none: null }),
  });
  rest.route('acme/v1', { ...open, path: '/answers/infinite', handler: () => ({ ratio: [{ of: 1 / 0 }] }) });
  rest.route('acme/v1', {
    ...open,
    path: '/answers/cycle',
    handler: () => {
      const ring: Record<string, unknown> = {};
      ring.self = ring;
      return ring;
    },
  });
  rest.route('acme/v1', {
    ...open,
    path: '/answers/broken',
    handler: () => {
      throw new TypeError('the table acme_secrets is missing');
    },
  });
  rest.route('acme/v1', {
    ...open,
    path: '/answers/refused',
    handler: () => {
      throw new HostError('acme_full', 'The pot is full. Empty it first.', { status: 409, litres: 12 });
    },
  });
}

function registerLists(rest: OwnedRest): void {
  rest.route('acme/v1', {
    method: 'GET',
    path: '/items',
    summary: 'Twenty-five items',
    args: {
      page: { type: 'integer', minimum: 1, default: 1 },
      per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    },
    permission: 'public',
    handler: ({ args: { page, per_page: perPage }, wants }) =>
      paginate(
        ITEMS.slice((page - 1) * perPage, page * perPage).map((item) => ({ ...item, costly: wants('costly') })),
        { page, perPage, total: ITEMS.length },
      ),
  });
}
