import { PanelField, PanelGroup } from '../../../../../../editor.js';
import { DateInput } from './date-input.js';
import { toLocalTime, toMoment } from './site-time.js';
import { usePanel } from './use-panel.js';

/** Allowed statuses from each status. A future date turns publishing into scheduling. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  draft: ['draft', 'pending', 'publish'],
  pending: ['draft', 'pending', 'publish'],
  future: ['draft', 'pending', 'future', 'publish'],
  publish: ['draft', 'publish', 'archived'],
  archived: ['publish', 'archived'],
};

const TO_COME: ReadonlySet<string> = new Set(['draft', 'pending', 'future']);

/** Panel for the current status, the next one and its date. */
export function StatusPanel() {
  const { stored, value, isChanged, set, fault, mayPublish, timeZone, text } = usePanel();
  const present = String(stored?.status ?? 'draft');
  const chosen = String(value('status') ?? present);
  const states = (NEXT[present] ?? [present]).filter((state) => mayPublish || TO_COME.has(state));
  const offered = mayPublish ? states : states.filter((state) => state !== 'future' && state !== 'publish');
  // A new date is sent as `date`. The stored article's `date` is its creation time.
  const moment = String((isChanged('date') ? value('date') : stored?.published_at) ?? '');
  const isToCome = TO_COME.has(present);
  return (
    <>
      <PanelGroup label={text('state')} fault={fault('status')}>
        {offered.map((state) => (
          <label key={state} className="me-choice">
            <input
              type="radio"
              name="kb-state"
              checked={chosen === state}
              onChange={() => set('status', state === present ? undefined : state)}
            />
            {text(`state-${state}` as 'state-draft')}
          </label>
        ))}
      </PanelGroup>
      {!mayPublish && <p className="me-hint">{text('review-only')}</p>}
      {mayPublish && (
        <PanelField
          label={text(isToCome ? 'date-now' : 'date-seen')}
          hint={text(isToCome ? 'date-hint' : 'date-seen-hint', { zone: timeZone })}
          fault={fault('date')}
        >
          {(props) => (
            <>
              <DateInput
                {...props}
                type="datetime-local"
                value={moment === '' ? '' : toLocalTime(moment, timeZone)}
                choose={(local) => set('date', toMoment(local, timeZone) ?? undefined)}
              />
              {isToCome && moment !== '' && (
                <button type="button" className="me-quiet-button me-below" onClick={() => set('date', undefined)}>
                  {text('date-clear')}
                </button>
              )}
            </>
          )}
        </PanelField>
      )}
    </>
  );
}
