import { PanelField } from '../../../../../../editor.js';
import { DateInput } from './date-input.js';
import { usePanel } from './use-panel.js';

/** Panel for the review date. */
export function ReviewPanel() {
  const { value, set, fault, text } = usePanel();
  const day = String(value('review_by') ?? '');
  return (
    <PanelField label={text('review-by')} hint={text('review-hint')} fault={fault('review_by')}>
      {(props) => (
        <>
          <DateInput {...props} type="date" value={day} choose={(chosen) => set('review_by', chosen || null)} />
          {day !== '' && (
            <button type="button" className="me-quiet-button me-below" onClick={() => set('review_by', null)}>
              {text('review-clear')}
            </button>
          )}
        </>
      )}
    </PanelField>
  );
}
