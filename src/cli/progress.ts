import type { Progress } from '../core/commands.js';
import { onDemand } from '../core/on-demand.js';

const library = onDemand<typeof import('cli-progress')>('cli-progress');

/** Creates a progress bar with an estimate on standard error, or a no-op without a terminal. */
export function createProgress(label: string, total: number, visible: boolean): Progress {
  if (!visible || total === 0) return { advance: () => undefined, stop: () => undefined };
  const { SingleBar } = library();
  const bar = new SingleBar({
    format: `${label} [{bar}] {percentage}% | {value}/{total} | {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    stream: process.stderr,
  });
  bar.start(total, 0);
  return { advance: (by = 1) => bar.increment(by), stop: () => bar.stop() };
}
