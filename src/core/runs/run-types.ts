import type { CommandDefinition, Commands, Row } from '../commands.js';
import { HostError } from '../errors.js';
import { idOf } from '../id-of.js';
import { listCommand } from '../resource/command.js';
import { defineResource } from '../resource/resource.js';
import type { ListContext } from '../resource/values.js';
import { RUN_STATUSES, type Run } from './run.js';
import { toRun } from './run-rows.js';

/** A type of run, for the pages and commands of all runs. */
export interface RunType {
  readonly owner: string;
  readonly type: string;
  readonly title: string;
  /** Whether a paused run can be resumed by a job. */
  readonly isResumable: boolean;
  /** Path of the plugin's own page of a run, below the admin area. */
  page?(id: number): string;
  retry?(run: Run, userId: number | null): Promise<{ readonly id: number }>;
  find(id: number): Promise<Run | null>;
  readonly pause: (id: number) => Promise<unknown>;
  readonly resume: (id: number) => Promise<unknown>;
  readonly cancel: (id: number) => Promise<unknown>;
}

/** Registry of the types of runs that active plugins have defined. */
export interface RunTypes {
  add(type: RunType): void;
  find(type: string): RunType | null;
  removeOwner(owner: string): void;
}

export function createRunTypes(): RunTypes {
  let types: readonly RunType[] = [];
  return {
    add(type) {
      types = [...types, type];
    },
    find: (name) => types.find(({ type }) => type === name) ?? null,
    removeOwner(owner) {
      types = types.filter((type) => type.owner !== owner);
    },
  };
}

/** Runs of all types, newest first. */
export const runList = defineResource({
  table: 'runs',
  read: (rows) => rows.map((row) => ({ ...toRun(row), type: row.type })),
  title: 'Run',
  fields: (field) => ({
    type: field.text(({ type }) => type, { label: 'runs.run', cli: true }),
    id: field.integer(({ id }) => id, { cli: true }),
    status: field.text(({ status }) => status, { label: 'jobs.status', text: 'runs.status-', cli: true }),
    processed: field.integer(({ processed }) => processed, { label: 'jobs.progress', cli: true }),
    total: field.integer(({ total }) => total, { cli: true }),
    user_id: field.idOrNull(({ userId }) => userId, { label: 'runs.user' }),
    created_at: field.dateTime(({ createdAt }) => createdAt, { label: 'jobs.added', cli: true }),
    ended_at: field.dateTimeOrNull(({ endedAt }) => endedAt, { label: 'jobs.ended', cli: true }),
  }),
  filters: (filter) => ({
    type: filter.text(
      'type',
      { maxLength: 64 },
      { label: 'runs.type', cli: ['type <type>', 'only runs of this type'] },
    ),
    status: filter.enum('status', RUN_STATUSES, {
      label: 'jobs.status',
      text: 'runs.status-',
      cli: ['status <status>', 'only runs with this status'],
    }),
  }),
  sort: { created_at: 'created_at' },
  order: ['created_at', 'desc'],
});

/** Finds a run by its type and number. @throws HostError 404 `run_missing` */
export async function findRun(types: Pick<RunTypes, 'find'>, name: string, number: string) {
  const type = types.find(name);
  const id = idOf(number);
  const run = type && id !== null ? await type.find(id) : null;
  if (type && run) return { type, run };
  const message = `There is no run ${number} of "${name}". List the runs with "mortise runs list".`;
  throw new HostError('run_missing', message, { status: 404 });
}

const ARGUMENTS = [
  { name: 'type', description: 'type, as in "runs list"' },
  { name: 'id', description: 'number, as in "runs list"' },
] as const;
const CHANGES = {
  pause: 'Pause a run after its current step',
  resume: 'Resume a paused run in a job',
  cancel: 'Cancel a run; finished steps stay',
} as const;

/** Registers `mortise runs`, the commands for the runs of all plugins. */
export function registerRunCommands(
  commands: Pick<Commands, 'command'>,
  context: ListContext & { readonly runTypes: Pick<RunTypes, 'find'> },
): void {
  const { runTypes } = context;
  const register = (name: string, command: CommandDefinition) => commands.command(`runs ${name}`, command, 'core');
  const one = ({ type, id }: Readonly<Record<string, string>>) => findRun(runTypes, type ?? '', id ?? '');

  register('list', listCommand(runList, context, { summary: 'List the runs of all plugins, newest first' }));
  register('show', {
    summary: 'Show a run with its input, counts and error',
    arguments: ARGUMENTS,
    async run({ args, output }) {
      const { type, run } = await one(args);
      output.record(recordOf(type, run));
    },
  });
  for (const [verb, summary] of Object.entries(CHANGES) as [keyof typeof CHANGES, string][]) {
    register(verb, {
      summary,
      arguments: ARGUMENTS,
      async run({ args, output }) {
        const { type, run } = await one(args);
        assertPossible(type, verb);
        await type[verb](run.id);
        output.record(recordOf(type, (await type.find(run.id)) ?? run));
      },
    });
  }
}

/** @throws HostError 409 `run_not_resumable` */
export function assertPossible({ isResumable, title }: RunType, verb: string): void {
  if (verb === 'cancel' || verb === 'retry' || isResumable) return;
  const message = `"${title}" runs in the process that started it. Stop that process, or cancel the run.`;
  throw new HostError('run_not_resumable', message, { status: 409 });
}

function recordOf({ owner, type, title }: RunType, run: Run): Row {
  const { id, status, input, counts, processed, total, error, attempts, createdAt, startedAt, endedAt } = run;
  const times = { created_at: createdAt, started_at: startedAt, ended_at: endedAt };
  return { plugin: owner, type, title, id, status, processed, total, counts, input, error, attempts, ...times };
}
