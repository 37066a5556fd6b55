import type { AdminRequest } from '../../../../../admin.js';
import { idOf } from '../../../../../pages.js';
import type { Run } from '../../../content/import/runs/run.js';
import type { Runs } from '../../../content/import/runs/runs.js';

export type RunRequest = AdminRequest<'id'>;

/** An id that no import has. */
const NOTHING = 0;

/** Loads the import of a URL. @throws HostError 404 if it does not exist */
export function runAt(runs: Pick<Runs, 'get'>, { params }: Pick<RunRequest, 'params'>): Promise<Run> {
  return runs.get(idOf(params.id) ?? NOTHING);
}
