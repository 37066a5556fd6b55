import type { CommandContext, CommandDefinitions, Row } from '../core/commands.js';
import { compareText } from '../core/compare-text.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { isPattern } from '../hooks/definitions.js';
import type { HookDescription, HookExplanation } from '../hooks/hooks.js';
import { nearestName } from '../hooks/near-names.js';
import { isStructured } from './hook-output.js';
import { profileCommand } from './hook-profile.js';
import { traceCommand } from './hook-trace.js';
import { singleLine } from './output.js';

const LIST_COLUMNS = ['kind', 'name', 'definer', 'since', 'onError', 'async', 'callbacks', 'owners'] as const;
const EXPLAIN_COLUMNS = ['order', 'owner', 'id', 'priority', 'function', 'why', 'suspended'] as const;

/** Commands of `mortise hooks`. */
export function hookCommands(host: Host): CommandDefinitions {
  return {
    'hooks list': {
      summary: 'List hooks that are defined or in use',
      options: [
        { flags: '--kind <kind>', description: 'only hooks of this type', choices: ['action', 'filter'] },
        { flags: '--owner <name>', description: 'only hooks that this plugin uses or defines' },
        { flags: '--used', description: 'only hooks with callbacks' },
      ],
      run: (context) => list(host, context),
    },
    'hooks explain': {
      summary: 'Explain a hook, its callbacks and their order',
      arguments: [{ name: 'name', description: 'name of the hook' }],
      run: (context) => explain(host, context),
    },
    'hooks trace': traceCommand(host),
    'hooks profile': profileCommand(host),
  };
}

async function list(host: Host, context: CommandContext): Promise<void> {
  const { kind, owner, used } = context.options;
  const found = host.hooks
    .list()
    .filter((hook) => kind === undefined || hook.kind === kind)
    .filter((hook) => owner === undefined || hook.definition?.definer === owner || ownersOf(hook).includes(`${owner}`))
    .filter((hook) => used !== true || hook.callbacks.length > 0)
    .toSorted((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name));
  const rows = found.map((hook) => {
    const { definition, callbacks } = hook;
    const row = {
      ...describe(hook),
      definer: definition?.definer ?? null,
      since: definition?.since ?? null,
      onError: policyOf(hook),
      async: definition ? (definition.async ?? 'never') : null,
      owners: ownersOf(hook),
    };
    return isStructured(context) ? row : { ...row, callbacks: callbacks.length, owners: row.owners.join(',') };
  });
  context.output.rows(rows, LIST_COLUMNS);
  if (found.some(({ definition }) => definition?.decorating && definition.onError === undefined)) {
    context.output.note('isolate: decorating hooks isolate errors in production; in development they are thrown.');
  }
}

async function explain(host: Host, context: CommandContext): Promise<void> {
  const { args, output } = context;
  const explanations = host.hooks.explain(args.name ?? '');
  if (explanations.length === 0) throw unknownHook(host, args.name ?? '');
  for (const line of explanations.flatMap(sentencesOf)) output.note(line);
  const rows = explanations.flatMap((hook) =>
    hook.callbacks.map((callback, index) => ({ order: index + 1, kind: hook.kind, ...callback })),
  );
  if (isStructured(context)) output.rows(explanations.map(describe), EXPLAIN_COLUMNS);
  else output.rows(rows, explanations.length > 1 ? ['kind', ...EXPLAIN_COLUMNS] : EXPLAIN_COLUMNS);
}

/** Converts a hook to data. The function in its definition becomes `true`, since no format can contain it. */
function describe(hook: HookDescription): Row {
  const { definition } = hook;
  return { ...hook, definition: definition?.accepts ? { ...definition, accepts: true } : definition };
}

function ownersOf({ callbacks }: HookDescription): string[] {
  return [...new Set(callbacks.map(({ owner }) => owner))];
}

/** Error policy of a hook in one word. For decorating hooks it is the policy in production. */
function policyOf({ definition }: HookDescription): 'critical' | 'throw' | 'isolate' | 'bail' {
  if (definition?.critical) return 'critical';
  return definition?.onError ?? (definition?.decorating ? 'isolate' : 'throw');
}

const ERROR_SENTENCES = {
  critical: 'Errors (critical): always thrown; callbacks are never suspended.',
  throw: 'Errors (throw): the first error ends the run and is thrown.',
  isolate: 'Errors (isolate): a failing callback is skipped and reported; the others run.',
  bail: 'Errors (bail): the first error ends the run silently; a filter returns the value so far.',
} as const;

function sentencesOf(hook: HookExplanation): string[] {
  const { kind, name, definition, callbacks } = hook;
  const sentences = [`The ${kind} "${name}" ${definition ? originOf(definition) : 'is not defined'}.`];
  sentences.push(ERROR_SENTENCES[policyOf(hook)]);
  if (definition?.decorating && definition.onError === undefined) {
    sentences.push('It decorates: this applies in production; in development errors are thrown.');
  }
  if (definition) {
    sentences.push(`Callbacks ${definition.async === 'allowed' ? 'may' : 'must not'} be asynchronous.`);
    const { timeoutMs, budgetMs, deprecated } = definition;
    if (timeoutMs !== undefined) sentences.push(`Each callback can take ${timeoutMs} ms, or its own shorter limit.`);
    if (budgetMs !== undefined) sentences.push(`All callbacks together can take ${budgetMs} ms.`);
    if (deprecated) {
      const { since, to } = deprecated;
      sentences.push(`Deprecated since ${since}: ${to ? `use "${to}"` : 'without replacement'}.`);
    }
  }
  if (callbacks.length === 0) sentences.push('No callbacks.');
  return sentences;
}

function originOf({ definer, name, since }: NonNullable<HookDescription['definition']>): string {
  const pattern = isPattern(name) ? ` as "${name}"` : '';
  return `is defined by "${definer}"${pattern}${since ? `, since ${since}` : ''}`;
}

function unknownHook(host: Host, name: string): HostError {
  const nearest = nearestName(
    name,
    host.hooks.list().map((hook) => hook.name),
  );
  const hint = nearest ? ` Did you mean "${nearest}"?` : '';
  return new HostError(
    'hook_unknown',
    `There is no hook "${singleLine(name)}".${hint} Run "mortise hooks list" to see all hooks.`,
    { status: 404, ...(nearest ? { nearest } : {}) },
  );
}
