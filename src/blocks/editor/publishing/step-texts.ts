import type { EditorTextKey } from '../texts/use-texts.js';
import type { StepName } from './step.js';

/** Button label of each step. */
export const STEP_TEXTS: Readonly<Record<StepName, EditorTextKey>> = {
  submit: 'step-submit',
  publish: 'step-publish',
  schedule: 'step-schedule',
  archive: 'step-archive',
  'take-back': 'step-take-back',
};
