import type { EditorTextKey } from '../strings/en.js';
import type { StepName } from './step.js';

/** What the button of each step says. */
export const STEP_TEXTS: Readonly<Record<StepName, EditorTextKey>> = {
  submit: 'step-submit',
  publish: 'step-publish',
  schedule: 'step-schedule',
  archive: 'step-archive',
  'take-back': 'step-take-back',
};
