import { HostError } from '../../../index.js';
import type { CommandContext, CommandOption, ExitCode, OwnedCommands } from '../../../operations.js';
import { followRun } from '../../../runs.js';
import { locked } from '../errors.js';
import type { Outcome } from '../protocol/outcome.js';
import { doneOf, type Run, type RunCounts } from '../runs/run.js';
import type { Watermark } from '../watermark.js';
import type { Tally } from '../work/batch.js';
import type { RunWork } from '../work/run-work.js';
import { DRY_RUN, numberOf, RESUME, RETRY, WHICH } from './options.js';

const FORCE: CommandOption = { flags: '--force', description: 'mark images again that already have this mark' };
/** Number of images read at a time in a dry run. */
const PAGE = 100;

/** Registers `mortise watermark apply`, `restore` and `backup`. */
export function registerWorkCommands(cli: OwnedCommands, watermark: Watermark): void {
  function working(name: RunWork, summary: string, more: readonly CommandOption[]): void {
    cli.command(`watermark ${name}`, {
      summary,
      options: [...WHICH, ...more, RETRY, RESUME],
      run: (command) => work(watermark, name, command),
    });
  }
  working('apply', 'Mark images of the library or of a post, or a single image', [FORCE, DRY_RUN]);
  working('restore', 'Restore images without their marks', [DRY_RUN]);
  working('backup', 'Back up the originals of images without marking them', []);
}

async function work(watermark: Watermark, name: RunWork, command: CommandContext): Promise<ExitCode> {
  const { options } = command;
  const filters = ['id', 'post', 'retry', 'resume'].filter((option) => options[option] !== undefined);
  if (filters.length > 1) {
    const message = `Pass only one of --${filters.join(' and --')}.`;
    throw new HostError('vendor_watermark_options_invalid', message, { status: 400 });
  }
  const dryRun = options.dryRun === true;
  const one = oneOf(watermark, name, { force: options.force === true, dryRun });
  const id = numberOf(options.id);
  const post = numberOf(options.post);
  if (id !== undefined) return single(watermark, name, id, { one, command });
  // A run checks it itself.
  if (name === 'apply') await watermark.settings.assertDrawable();
  if (post !== undefined) {
    const ids = await watermark.ofPost(post);
    return dryRun ? tryOut(ids, one, command) : ofPost(watermark, ids, one, command);
  }
  return dryRun ? tryOut(everyPicture(watermark), one, command) : wholeLibrary(watermark, name, command);
}

/** Generates the ids of the library, reading page by page. */
async function* everyPicture({ rows }: Watermark): AsyncGenerator<number> {
  for (let ids = await rows.after(0, PAGE); ids.length > 0; ids = await rows.after(ids.at(-1) ?? 0, PAGE)) yield* ids;
}

type One = (id: number) => Promise<Outcome>;

function oneOf(watermark: Watermark, name: RunWork, options: { force: boolean; dryRun: boolean }): One {
  if (name === 'apply') return (id) => watermark.apply(id, options);
  return name === 'restore' ? (id) => watermark.restoreMarked(id, options) : (id) => watermark.save(id);
}

/** Runs the work on a single image, for which being locked is an error. */
async function single(
  { attachment, optionsOf }: Watermark,
  name: RunWork,
  id: number,
  { one, command: { output } }: { readonly one: One; readonly command: CommandContext },
): Promise<ExitCode> {
  const picture = await attachment(id);
  const outcome = await one(id);
  if (!outcome.done && outcome.reason === 'locked') throw locked(id);
  output.record({
    picture: id,
    outcome: outcome.done ? 'done' : 'skipped',
    reason: outcome.done ? outcome.notes.join(', ') : outcome.reason,
    ...(name === 'apply' && { design: (await optionsOf([picture])).unfiltered(picture).design }),
  });
  return 0;
}

async function ofPost(
  { concurrentWork }: Watermark,
  ids: readonly number[],
  one: One,
  { output, signal }: CommandContext,
): Promise<ExitCode> {
  const tally = await concurrentWork(ids, one, { mayGoOn: async () => !signal.aborted });
  for (const { attachmentId, message, outcome } of tally.results) {
    if (outcome === 'failed') output.warn(`${attachmentId}: ${message}`);
  }
  return report({ ...tally, total: ids.length }, signal, output);
}

async function tryOut(
  ids: AsyncIterable<number> | readonly number[],
  one: One,
  { output, signal }: CommandContext,
): Promise<ExitCode> {
  const counts = { processed: 0, failed: 0, skipped: 0 };
  for await (const id of ids) {
    if (signal.aborted) break;
    try {
      counts[(await one(id)).done ? 'processed' : 'skipped'] += 1;
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      output.warn(`${id}: ${error.message}`);
      counts.failed += 1;
    }
  }
  output.note('Nothing was changed (dry run).');
  return report({ ...counts, total: doneOf(counts) }, signal, output);
}

async function wholeLibrary({ runs }: Watermark, name: RunWork, command: CommandContext): Promise<ExitCode> {
  const { options, output, signal, user } = command;
  const resume = numberOf(options.resume);
  const retryOf = numberOf(options.retry);
  if (resume !== undefined) await assertOf(runs, resume, name);
  const ask = { work: name, force: options.force === true, userId: user?.id ?? null };
  const hint = (id: number) =>
    `Run ${id}. Press Ctrl+C to pause; resume with mortise watermark ${name} --resume=${id}.`;
  const followed = followRun(output, 'Pictures', hint);
  const onProgress = (run: Run): void => followed.onProgress({ ...run, processed: doneOf(run) });
  const doing =
    resume === undefined
      ? runs.runNow(retryOf === undefined ? ask : { ...ask, retryOf }, { signal, onProgress })
      : runs.resumeNow(resume, { signal, onProgress });
  const run = await doing.finally(followed.stop);
  const { id, state, processed, failed, skipped, total, error } = run;
  output.record({ run: id, state, processed, failed, skipped, total });
  if (error) output.warn(error.message);
  if (failed > 0) output.note(`List failures: mortise watermark errors --run=${id}`);
  if (state === 'completed') return exitCode(run);
  if (state === 'failed') return 1;
  if (state === 'paused') output.warn(`Paused. Resume with mortise watermark ${run.work} --resume=${id}.`);
  else output.warn(`Another user changed run ${id}: it is ${state}.`);
  return signal.aborted ? 130 : 3;
}

/** Refuses a run of another command, so that `apply --resume` cannot restore images. */
async function assertOf(runs: Watermark['runs'], id: number, name: RunWork): Promise<void> {
  const { work: theirs } = await runs.get(id);
  if (theirs === name) return;
  const message = `Run ${id} belongs to another command: mortise watermark ${theirs} --resume=${id}`;
  throw new HostError('vendor_watermark_options_invalid', message, { status: 400 });
}

function report(
  counts: Pick<Tally, keyof RunCounts> & { total: number },
  signal: AbortSignal,
  output: CommandContext['output'],
): ExitCode {
  const { processed, failed, skipped, total } = counts;
  output.record({ processed, failed, skipped, total });
  return signal.aborted ? 130 : exitCode(counts);
}

function exitCode({ processed, failed, skipped }: RunCounts): ExitCode {
  if (failed === 0) return 0;
  return processed + skipped === 0 ? 1 : 3;
}
