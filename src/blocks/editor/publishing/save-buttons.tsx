import type { Ref } from 'react';
import type { Saving } from '../saving/use-saving.js';
import type { EditorTextKey } from '../strings/en.js';
import type { Texts } from '../strings/texts.js';
import type { StepName } from './step.js';
import type { Publishing } from './use-publishing.js';

const STEPS: Readonly<Record<StepName, EditorTextKey>> = {
  submit: 'step-submit',
  publish: 'step-publish',
  schedule: 'step-schedule',
  archive: 'step-archive',
  'take-back': 'step-take-back',
};

/** One button that says what becomes of the text, and one that only saves it while nobody sees it. */
export function SaveButtons({
  saving: { isSaving, save, stored },
  publishing: { step, takeStep },
  mainButton,
  text,
}: {
  saving: Saving;
  publishing: Publishing;
  mainButton: Ref<HTMLButtonElement>;
  text: Texts;
}) {
  const { name, canWait } = step;
  return (
    <>
      {canWait && (
        <button
          type="button"
          id="me-save-draft"
          className="me-save me-save-draft"
          aria-disabled={isSaving}
          onClick={() => void save()}
        >
          {text(stored?.body.status === 'pending' ? 'save-pending' : 'save-draft')}
        </button>
      )}
      <button
        type="button"
        id="me-save"
        className="me-save"
        aria-disabled={isSaving}
        aria-keyshortcuts={name === null ? 'Control+S' : undefined}
        ref={mainButton}
        onClick={() => void (name === null ? save() : takeStep())}
      >
        {text(name === null ? 'update' : STEPS[name])}
      </button>
    </>
  );
}
