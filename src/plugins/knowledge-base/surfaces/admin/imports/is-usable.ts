import { isActive, type Run } from '../../../content/import/runs/run.js';

/** Tells whether the run's file is available and no process is working on it. */
export function isUsable(run: Run): boolean {
  return !isActive(run) && run.file.key !== null;
}
