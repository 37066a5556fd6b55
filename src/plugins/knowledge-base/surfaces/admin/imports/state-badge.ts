import type { AdminBadge } from '../../../../../admin.js';
import { RUN_BADGES } from '../../../../../runs.js';
import type { Strings } from '../../../../../text.js';
import type { Run } from '../../../content/import/runs/run.js';

/** Returns the badge for an import's status. */
export function stateBadge({ state, options }: Pick<Run, 'state' | 'options'>, { text }: Strings): AdminBadge {
  const isChecked = state === 'completed' && options.dryRun;
  return { text: text(`import.is-${isChecked ? 'checked' : state}`), kind: isChecked ? 'neutral' : RUN_BADGES[state] };
}
