import { Icon } from '../shell/icon.js';
import type { EditorTextKey, Texts } from '../texts/use-texts.js';
import type { StepName } from './step.js';
import { STEP_TEXTS } from './step-texts.js';
import type { Outcome } from './use-publishing.js';

const TEXTS: Readonly<Record<string, EditorTextKey>> = {
  pending: 'done-pending',
  publish: 'done-publish',
  future: 'done-future',
  archived: 'done-archived',
  draft: 'done-draft',
};

/**
 * Notice of the new status of the text. The element is always rendered, so that screen readers announce its content.
 */
export function OutcomeNotice({
  outcome,
  missed,
  dismiss,
  locale,
  timeZone,
  text,
}: {
  outcome: Outcome | null;
  /** Step that was requested and has not been taken. */
  missed: StepName | null;
  dismiss: () => void;
  locale: string;
  timeZone: string;
  text: Texts;
}) {
  const key = outcome && TEXTS[outcome.status];
  const message = missed !== null || (outcome && key);
  return (
    <div role="status">
      {message && (
        <div className="me-notice me-notice-done">
          <p>
            {missed !== null && text('step-missed', { step: text(STEP_TEXTS[missed]) })}
            {missed === null && outcome && key && (
              <>
                {text(key, { time: outcome.date ? formatTime(outcome.date, locale, timeZone) : '' })}{' '}
                {outcome.link !== null && (
                  <a href={outcome.link} target="_blank" rel="noopener">
                    {text('view-link')}
                  </a>
                )}
              </>
            )}
          </p>
          <button type="button" className="me-button" aria-label={text('notice-close')} onClick={dismiss}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}

function formatTime(date: string, locale: string, timeZone: string): string {
  return new Date(date).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
}
