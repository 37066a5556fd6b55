import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { HostError, messageOf } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { listRoutes, type RouteEntry } from '../core/rest/route-list.js';
import { findUser } from './find-user.js';
import { isStructured } from './hook-output.js';
import { auditRoutes, lineOf, type RouteAudit } from './route-audit.js';
import { routeVerdicts } from './route-verdicts.js';

const LIST_COLUMNS = ['method', 'path', 'owner', 'permission', 'rateLimit', 'flags'] as const;
const VERDICT_COLUMNS = ['method', 'path', 'permission', 'may', 'missing'] as const;
const AUDIT_COLUMNS = ['method', 'path', 'owner', 'kind', 'status'] as const;
const DEFAULT_FILE = 'public-routes.txt';

/** Commands of `mortise routes`. */
export function routeCommands(host: Host): CommandDefinitions {
  return {
    'routes list': {
      summary: 'List REST routes with permissions and rate limits',
      options: [
        { flags: '--namespace <namespace>', description: 'only routes of this namespace, such as acme/v1' },
        { flags: '--owner <name>', description: 'only routes of this plugin' },
        { flags: '--method <method>', description: 'only this method' },
        { flags: '--public', description: 'only public routes' },
        { flags: '--as <login>', description: 'also show whether this user can call them, and what is missing' },
      ],
      run: (context) => list(host, context),
    },
    'routes audit': {
      summary: 'Fail on public or function-guarded routes that are not on the allowlist',
      options: [
        { flags: '--allow <file>', description: `allowlist; default: ${DEFAULT_FILE} in this folder` },
        { flags: '--update', description: 'write the current list' },
      ],
      run: async (context) => audit(host, context),
    },
  };
}

async function list(host: Host, context: CommandContext): Promise<void> {
  const { namespace, owner, method, public: onlyPublic } = context.options;
  const found = listRoutes(host.routes())
    .filter((route) => namespace === undefined || route.namespace === namespace)
    .filter((route) => owner === undefined || route.owner === owner)
    .filter((route) => method === undefined || route.method === String(method).toUpperCase())
    .filter((route) => onlyPublic !== true || route.unchecked === 'public');
  const rows = found.map((route) => (isStructured(context) ? { ...route } : flat(route)));
  if (typeof context.options.as !== 'string') return context.output.rows(rows, LIST_COLUMNS);
  const verdicts = await routeVerdicts(host, await findUser(host, context.options.as));
  context.output.rows(
    rows.map((row) => ({ ...row, ...verdicts.get(row.id) })),
    VERDICT_COLUMNS,
  );
}

function audit(host: Host, context: CommandContext): ExitCode {
  const { output, options } = context;
  const file = typeof options.allow === 'string' ? options.allow : DEFAULT_FILE;
  const text = readIfPresent(file);
  if (text === null && options.allow !== undefined && options.update !== true) throw listMissing(file);
  const result = auditRoutes(listRoutes(host.routes()), text);
  const added = new Set(result.added);
  const rows = result.entries.map((route) => ({
    id: route.id,
    method: route.method,
    path: route.path,
    owner: route.owner,
    kind: route.unchecked,
    status: text === null ? null : added.has(lineOf(route)) ? 'new' : 'listed',
  }));
  output.rows(rows, AUDIT_COLUMNS);
  if (options.update === true) {
    replaceFile(file, result.updated);
    output.note(`${file} lists ${rows.length} routes: ${result.added.length} added, ${result.removed.length} removed.`);
    return 0;
  }
  if (text === null) {
    output.note(
      `There is no ${file} to compare with. Review these routes, then create it: mortise routes audit --update`,
    );
    // None of the routes has been reviewed.
    return rows.length === 0 ? 0 : 1;
  }
  return verdict(context, file, result);
}

function verdict({ output }: CommandContext, file: string, { added, removed }: RouteAudit): ExitCode {
  for (const line of removed)
    output.note(`Route no longer exists: ${line}. Run "mortise routes audit --update" to remove the line.`);
  if (added.length === 0) return 0;
  for (const line of added) output.warn(`not in ${file}: ${line}`);
  output.warn(
    `${added.length} new routes are public or guarded by a function. Give them a capability, or review them and run "mortise routes audit --update".`,
  );
  return 1;
}

/** Joins lists into one value per column, for formats without lists. */
function flat(route: RouteEntry) {
  return { ...route, rateLimit: route.rateLimit.join(', '), flags: route.flags.join(', ') };
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new HostError(
      'cli_file_unreadable',
      `${file} cannot be read: ${messageOf(error)}`,
      { status: 400 },
      { cause: error },
    );
  }
}

/** Written to a temporary file and renamed, so that readers see either the old list or the new one. */
function replaceFile(file: string, text: string): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  try {
    writeFileSync(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new HostError(
      'cli_file_unwritable',
      `${file} cannot be written: ${messageOf(error)}`,
      { status: 400 },
      { cause: error },
    );
  }
}

function listMissing(file: string): HostError {
  return new HostError(
    'routes_list_missing',
    `There is no ${file}. Create it with "mortise routes audit --allow=${file} --update".`,
    { status: 400 },
  );
}
