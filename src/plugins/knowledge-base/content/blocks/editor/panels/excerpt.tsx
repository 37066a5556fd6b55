import { PanelField } from '../../../../../../editor.js';
import { usePanel } from './use-panel.js';

/** Panel for the excerpt, shown in lists and by search engines. */
export function ExcerptPanel() {
  const { value, set, fault, text } = usePanel();
  return (
    <PanelField label={text('excerpt-label')} hint={text('excerpt-hint')} fault={fault('excerpt')}>
      {(props) => (
        <textarea
          {...props}
          rows={4}
          maxLength={1000}
          value={String(value('excerpt') ?? '')}
          onChange={({ target }) => set('excerpt', target.value)}
        />
      )}
    </PanelField>
  );
}
