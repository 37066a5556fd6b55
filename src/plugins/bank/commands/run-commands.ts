import type { CommandOption, ExitCode, OwnedCommands, Row } from '../../../operations.js';
import type { Bank } from '../bank.js';
import type { RunRecord } from '../runs/run.js';

const RUN_COLUMNS = ['id', 'status', 'trigger', 'started', 'seconds', 'new', 'matched', 'review', 'errors'];

/** Registers `mortise bank process`, `runs` and `unlock`. */
export function registerRunCommands(
  cli: OwnedCommands,
  { processing, runs, unlock }: Pick<Bank, 'processing' | 'runs' | 'unlock'>,
): void {
  cli.command('bank process', {
    summary: 'Fetch, import and match transactions; exit code 3 if there were errors',
    options: [
      { flags: '--force', description: 'ignore the interval between runs' },
      { flags: '--source <name>', description: 'only this source' },
      { flags: '--dry-run', description: 'only count what would be stored' },
      { flags: '--json', description: 'print all details of the run as JSON' },
    ],
    async run({ options, output, signal, user }) {
      const runOptions = {
        trigger: 'command' as const,
        startedBy: user?.id ?? null,
        signal,
        isForced: options.force === true,
        isDryRun: options.dryRun === true,
        source: options.source === undefined ? undefined : String(options.source),
      };
      const run = await processing.process(runOptions).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return null;
      });
      if (!run) {
        output.warn('Stopped. Stored transactions stay, and the next run continues.');
        return 130;
      }
      if (options.json === true) output.text(JSON.stringify(run, null, 2));
      else output.record({ run: run.run_id, status: run.status, duration_ms: run.duration_ms, ...run.totals });
      for (const { severity, source, file, position, message } of run.errors) {
        const place = [source, file, position].filter((part) => part !== null).join(', ');
        output.warn(`${severity === 'error' ? '' : 'Perhaps: '}${place === '' ? '' : `${place}: `}${message}`);
      }
      for (const { id, error } of run.sources) if (error) output.warn(`The source ${id}: ${error.message}`);
      if (run.dry_run) output.note('Nothing was stored (dry run).');
      return exitCodeOf(run);
    },
  });

  /** Maximum rows printed. */
  const LIMIT: CommandOption = {
    flags: '--limit <number>',
    description: 'maximum number of rows',
    default: 100,
    integer: { minimum: 1, maximum: 10_000 },
  };

  cli.command('bank runs', {
    summary: 'List runs, newest first',
    options: [LIMIT],
    async run({ options, output }) {
      const { runs: rows, total } = await runs.list({ limit: Number(options.limit), offset: 0 });
      output.rows(rows.map(rowOf), RUN_COLUMNS, total);
    },
  });

  cli.command('bank unlock', {
    summary: 'Release the lock of a run whose process has died',
    async run({ output }) {
      const { unlocked, silentSeconds } = await unlock();
      output.record({ unlocked, silent_seconds: silentSeconds });
      output.note(
        unlocked
          ? `The lock was released: its holder had not responded for ${silentSeconds} seconds. The next run continues.`
          : 'There is no lock. Nothing was changed.',
      );
    },
  });
}

function exitCodeOf({ totals, sources }: RunRecord): ExitCode {
  return totals.errors > 0 || sources.some(({ status }) => status === 'failed') ? 3 : 0;
}

function rowOf({ run_id, status, trigger, started_at, duration_ms, totals, ...run }: RunRecord): Row {
  return {
    id: run_id,
    status,
    trigger,
    started: started_at,
    seconds: duration_ms === null ? null : Math.round(duration_ms / 100) / 10,
    forced: run.forced,
    dry_run: run.dry_run,
    ...totals,
    problems: run.errors,
  };
}
