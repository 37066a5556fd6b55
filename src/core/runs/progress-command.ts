import type { CommandOutput } from '../commands.js';
import type { Run } from './run.js';

/** Display of a run that a command works on. */
export interface FollowedRun {
  /** Pass it to `runNow` or `resumeNow`. */
  onProgress(run: Pick<Run, 'processed' | 'id' | 'total'>): void;
  stop(): void;
}

/**
 * Shows the progress of a run in a command, with a hint once its id is known.
 * @param hint says how to stop and resume it
 * @example
 * const followed = followRun(output, 'Recipes', (id) => `Run ${id}. Press Ctrl+C to pause.`);
 * const run = await reindex.runNow({ force: true }, { signal, ...followed }).finally(followed.stop);
 */
export function followRun(output: CommandOutput, label: string, hint: (id: number) => string): FollowedRun {
  let bar: ReturnType<CommandOutput['progress']> | null = null;
  let printed = 0;
  return {
    onProgress({ id, processed, total }) {
      if (!bar) {
        output.note(hint(id));
        bar = output.progress(label, total);
      }
      bar.advance(processed - printed);
      printed = processed;
    },
    stop: () => bar?.stop(),
  };
}
