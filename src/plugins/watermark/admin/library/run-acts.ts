import { type ActionOutcome, formError, type SubmittedForm } from '../../../../admin.js';
import type { User } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { Runs } from '../../runs/runs.js';
import { RUN_WORKS } from '../../work/run-work.js';

/** Name of the form that controls runs. */
export const RUN_ACTION = 'run';

/** Starts, pauses, resumes, cancels or retries a run, depending on the pressed button. */
export async function runAct(
  runs: Runs,
  user: User,
  form: SubmittedForm,
  { text }: Strings,
): Promise<NonNullable<ActionOutcome['notice']>> {
  const act = form.text('act');
  const work = RUN_WORKS.find((each) => each === act);
  if (work) {
    await runs.start({ work, force: work === 'apply' && form.isChecked('force'), userId: user.id });
    return text('watermark.begun');
  }
  const id = idOf(form.text('id')) ?? 0;
  switch (act) {
    case 'retry': {
      const { work: failed } = await runs.get(id);
      await runs.start({ work: failed, retryOf: id, userId: user.id });
      return text('watermark.begun');
    }
    case 'pause':
      await runs.pause(id);
      return text('watermark.paused');
    case 'resume':
      await runs.resume(id);
      return text('watermark.resumed');
    case 'cancel':
      await runs.cancel(id);
      return text('watermark.cancelled');
    default:
      throw formError({}, text('watermark.choose-run'));
  }
}
