import type { Ref } from 'react';
import type { Saving } from '../saving/use-saving.js';
import { Icon } from '../shell/icon.js';
import type { Texts } from '../texts/texts.js';
import { STEP_TEXTS } from './step-texts.js';
import type { Publishing } from './use-publishing.js';

/** Main button with the next step, and a button that only saves while the text is not public. */
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
          <Icon name="save" />
          <span>{text(stored?.body.status === 'pending' ? 'save-pending' : 'save-draft')}</span>
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
        {text(name === null ? 'update' : STEP_TEXTS[name])}
      </button>
    </>
  );
}
