import { PanelField, PanelGroup } from '../../../../../../editor.js';
import { type AccessRule, TEASERS, type Teaser } from './access-rule.js';
import { usePanel } from './use-panel.js';

/** Modes that list the article by default. */
const LISTED: ReadonlySet<string> = new Set(['logged_in', 'password']);

/** Fields for readers whom a rule excludes. */
export function OthersFields({ rule, change }: { rule: AccessRule; change: (changed: Partial<AccessRule>) => void }) {
  const { text } = usePanel();
  const isListed = rule.listed ?? LISTED.has(rule.mode);
  const teaser = rule.teaser ?? 'none';
  return (
    <PanelGroup label={text('others')}>
      <label className="me-choice">
        <input type="checkbox" checked={isListed} onChange={({ target }) => change({ listed: target.checked })} />
        {text('listed')}
      </label>
      {isListed && (
        <div className="me-inset">
          <PanelField label={text('teaser')}>
            {(props) => (
              <select {...props} value={teaser} onChange={({ target }) => change({ teaser: target.value as Teaser })}>
                {TEASERS.map((one) => (
                  <option key={one} value={one}>
                    {text(`teaser-${one}`)}
                  </option>
                ))}
              </select>
            )}
          </PanelField>
          {teaser === 'words' && (
            <PanelField label={text('teaser-count')}>
              {(props) => (
                <input
                  {...props}
                  type="number"
                  min={1}
                  max={500}
                  value={rule.teaser_words ?? 55}
                  onChange={({ target }) => target.value !== '' && change({ teaser_words: Number(target.value) })}
                />
              )}
            </PanelField>
          )}
          <PanelField label={text('message')} hint={text('message-hint')}>
            {(props) => (
              <textarea
                {...props}
                rows={2}
                maxLength={2000}
                value={rule.message ?? ''}
                onChange={({ target }) => change({ message: target.value === '' ? null : target.value })}
              />
            )}
          </PanelField>
          {rule.mode !== 'password' && (
            <label className="me-choice">
              <input
                type="checkbox"
                checked={rule.redirect_to_login ?? false}
                onChange={({ target }) => change({ redirect_to_login: target.checked })}
              />
              {text('to-login')}
            </label>
          )}
        </div>
      )}
    </PanelGroup>
  );
}
