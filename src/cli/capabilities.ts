import { capabilityName } from '../core/access/capability-name.js';
import type { CapabilityTrace, FilterChange } from '../core/access/explain.js';
import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { compareText } from '../core/compare-text.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { assertRole } from './assert-role.js';
import { findUser } from './find-user.js';
import { isStructured } from './hook-output.js';

const CAPABILITY_COLUMNS = ['name', 'label', 'owner', 'kind', 'roles'] as const;
const ROLE_COLUMNS = ['name', 'label', 'owner', 'capabilities'] as const;
const SCOPE_COLUMNS = ['name', 'label', 'owner', 'capabilities'] as const;
const STEP_COLUMNS = ['step', 'owner', 'detail'] as const;

/** Commands of `mortise caps`, `mortise scopes` and `mortise roles`. */
export function capabilityCommands(host: Host): CommandDefinitions {
  return {
    'caps list': {
      summary: 'List capabilities with their plugins and roles',
      options: [
        { flags: '--owner <name>', description: 'only capabilities of this plugin' },
        { flags: '--role <name>', description: 'only capabilities of this role' },
      ],
      run: async (context) => listCapabilities(host, context),
    },
    'caps why': {
      summary: 'Check whether a user has a capability, and explain why; exit code 0 if so, 1 if not',
      arguments: [
        { name: 'user', description: 'login, email address or ID' },
        { name: 'capability', description: 'such as edit_posts' },
        { name: 'object', description: 'ID of the object of a meta capability', optional: true },
      ],
      options: [
        { flags: '--scopes <names>', description: 'check a credential with these scopes, separated by commas' },
      ],
      run: (context) => why(host, context),
    },
    'scopes list': {
      summary: 'List scopes of API keys, application passwords and OAuth clients',
      options: [{ flags: '--owner <name>', description: 'only scopes of this plugin' }],
      run: async (context) => listScopes(host, context),
    },
    'roles list': {
      summary: 'List roles and their capabilities',
      run: async (context) => listRoles(host, context),
    },
  };
}

function listCapabilities({ access }: Host, context: CommandContext): void {
  const { owner, role } = context.options;
  if (typeof role === 'string') assertRole(access, role);
  const found = access
    .capabilities()
    .filter((capability) => owner === undefined || capability.owner === owner)
    .filter((capability) => typeof role !== 'string' || capability.roles.includes(role))
    .toSorted((a, b) => compareText(a.name, b.name));
  const rows = found.map(({ name, label, owner: registrant, meta, roles }) => ({
    id: name,
    name,
    label,
    owner: registrant,
    kind: meta ? 'meta' : 'primitive',
    roles: isStructured(context) ? roles : roles.join(', '),
  }));
  context.output.rows(rows, CAPABILITY_COLUMNS);
}

function listRoles({ access }: Host, context: CommandContext): void {
  const rows = access.roles().map(({ name, label, owner, capabilities }) => ({
    id: name,
    name,
    label,
    owner,
    capabilities: isStructured(context) ? capabilities : capabilities.join(', '),
  }));
  context.output.rows(rows, ROLE_COLUMNS);
}

function listScopes({ access }: Host, context: CommandContext): void {
  const { owner } = context.options;
  const rows = access
    .scopes()
    .filter((scope) => owner === undefined || scope.owner === owner)
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ name, label, owner: registrant, capabilities }) => ({
      id: name,
      name,
      label,
      owner: registrant,
      capabilities: isStructured(context) ? capabilities : capabilities.join(', '),
    }));
  context.output.rows(rows, SCOPE_COLUMNS);
}

async function why(host: Host, context: CommandContext): Promise<ExitCode> {
  const { args, options, output } = context;
  const user = await findUser(host, args.user ?? '');
  const capability = capabilityName(args.capability ?? '');
  const definition = host.access.capabilities().find(({ name }) => name === capability);
  if (definition?.meta && args.object === undefined) throw objectMissing(capability);
  const object = args.object === undefined ? undefined : await host.access.load(capability, args.object);
  const scopes = typeof options.scopes === 'string' ? options.scopes.split(',').map((name) => name.trim()) : undefined;
  const trace = await host.access.explain(user, capability, object, scopes);
  if (isStructured(context)) output.record({ ...trace });
  else output.rows(stepsOf(trace), STEP_COLUMNS);
  output.note(verdictOf(trace, args.object));
  return trace.allowed ? 0 : 1;
}

type Step = Readonly<Record<(typeof STEP_COLUMNS)[number], string>>;

/** Explains a verdict in one row per step, because table columns are narrow. */
function stepsOf(trace: CapabilityTrace): Step[] {
  const { capability, mapping, roles, changes, unknown, scopes, missing, missingScopes } = trace;
  const needs =
    mapping.owner === null
      ? [{ step: 'required', owner: '', detail: `${capability} is required` }]
      : sayEach('required', mapping.owner, `${capability} requires`, mapping.required);
  return [
    ...needs,
    ...changes.filter(({ hook }) => hook === 'map_meta_cap').flatMap(describeChange),
    ...unknown.map((name) => ({ step: 'unknown', owner: '', detail: `${name} is not registered, so no user has it` })),
    ...roles.flatMap(({ name, owner, gives }) =>
      owner === null
        ? [{ step: 'role', owner: '', detail: `${name} is not a role of this site` }]
        : sayEach('role', owner, `${name} grants`, gives),
    ),
    ...changes.filter(({ hook }) => hook === 'user_has_cap').flatMap(describeChange),
    ...(scopes === null ? [] : sayEach('scopes', '', 'the credential has', scopes)),
    ...missing.map((name) => ({ step: 'missing', owner: '', detail: name })),
    ...missingScopes.map((name) => ({ step: 'missing scope', owner: '', detail: name })),
  ];
}

function sayEach(step: string, owner: string, verb: string, names: readonly string[]): Step[] {
  return (names.length > 0 ? names : ['nothing']).map((name) => ({ step, owner, detail: `${verb} ${name}` }));
}

function describeChange({ hook, owner, id, function: name, added, removed }: FilterChange): Step[] {
  const who = id ?? (name || '(anonymous)');
  return [
    ...added.map((one) => ({ step: hook, owner, detail: `${who} adds ${one}` })),
    ...removed.map((one) => ({ step: hook, owner, detail: `${who} removes ${one}` })),
  ];
}

function listOf(names: readonly string[]): string {
  return names.join(', ');
}

const REASONS: Readonly<Record<CapabilityTrace['reason'], (trace: CapabilityTrace) => string>> = {
  allowed: () => '',
  anonymous: () => ': not signed in',
  nobody_may: () => ': no role is allowed',
  not_registered: ({ unknown }) =>
    `: ${listOf(unknown)} is not registered. Run "mortise caps list" to see all capabilities`,
  not_held: ({ missing }) => `: none of the user's roles has ${listOf(missing)}`,
  outside_scopes: ({ missingScopes }) =>
    `: the user's roles have it, but the scopes do not include ${listOf(missingScopes)}`,
};

function verdictOf(trace: CapabilityTrace, object: string | undefined): string {
  const { user, capability, allowed, reason } = trace;
  const question = object === undefined ? capability : `${capability} ${object}`;
  return `${user?.login} ${allowed ? 'may' : 'may not'} ${question}${REASONS[reason](trace)}.`;
}

function objectMissing(capability: string): HostError {
  return new HostError('capability_object_missing', `"${capability}" requires an object. Add its ID.`, {
    status: 400,
  });
}
