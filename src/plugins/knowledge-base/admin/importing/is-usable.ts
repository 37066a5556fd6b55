import { isActive, type Run } from '../../import/runs/run.js';

/** Whether its file is at hand and nobody works on it. */
export function isUsable(run: Run): boolean {
  return !isActive(run) && run.file.key !== null;
}
