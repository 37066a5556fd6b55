import { type AdminRequest, idOf } from '../../../../index.js';
import type { Run } from '../../import/runs/run.js';
import type { Runs } from '../../import/runs/runs.js';

export type RunRequest = AdminRequest<'id'>;

/** The id of no import. */
const NOTHING = 0;

/** The import that an address names. @throws HostError 404 for none */
export function runAt(runs: Pick<Runs, 'get'>, { params }: Pick<RunRequest, 'params'>): Promise<Run> {
  return runs.get(idOf(params.id) ?? NOTHING);
}
