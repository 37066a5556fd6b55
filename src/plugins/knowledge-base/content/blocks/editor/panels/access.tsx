import { PanelField, PanelGroup } from '../../../../../../editor.js';
import {
  ACCESS_MODES,
  type AccessMode,
  type AccessRule,
  isClosing,
  TEASERS,
  type Teaser,
  withMode,
} from './access-rule.js';
import { PeopleField } from './people.js';
import { type KbPanel, usePanel } from './use-panel.js';

/** Panel for who may read the article and what excluded readers see. */
export function AccessPanel() {
  const panel = usePanel();
  const { value, set, fault, settings, text, stored } = panel;
  const rule = (value('access_rule') ?? { mode: 'inherit' }) as AccessRule;
  if (!settings.mayManageAccess) return <p className="me-hint">{text('access-fixed', { mode: modeOf(panel) })}</p>;

  const change = (changed: Partial<AccessRule>): void => set('access_rule', { ...rule, ...changed });
  const problem = fault('access_rule');
  const before = stored?.access_rule as AccessRule | undefined;
  return (
    <>
      <PanelField label={text('access-mode')} fault={rule.mode === 'users' ? undefined : problem}>
        {(props) => (
          <select
            {...props}
            value={rule.mode}
            onChange={({ target }) => set('access_rule', withMode(rule, target.value as AccessMode))}
          >
            {ACCESS_MODES.map((mode) => (
              <option key={mode} value={mode}>
                {text(`access-${mode}`)}
              </option>
            ))}
          </select>
        )}
      </PanelField>
      {rule.mode === 'roles' && (
        <PanelGroup label={text('roles')}>
          {settings.roles.map(({ name, label }) => (
            <label key={name} className="me-choice">
              <input
                type="checkbox"
                checked={rule.roles?.includes(name) ?? false}
                onChange={({ target }) => {
                  const others = (rule.roles ?? []).filter((role) => role !== name);
                  change({ roles: target.checked ? [...others, name] : others });
                }}
              />
              {label}
            </label>
          ))}
        </PanelGroup>
      )}
      {rule.mode === 'users' && (
        <PeopleField ids={rule.users ?? []} choose={(users) => change({ users })} fault={problem} />
      )}
      {rule.mode === 'password' && (
        <PanelField label={text('password')} hint={before?.mode === 'password' ? text('password-kept') : undefined}>
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              value={rule.password ?? ''}
              onChange={({ target }) => set('access_rule', withPassword(rule, target.value))}
            />
          )}
        </PanelField>
      )}
      {rule.mode === 'capability' && (
        <PanelField label={text('capability')}>
          {(props) => (
            <input
              {...props}
              type="text"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={rule.capability ?? ''}
              onChange={({ target }) => change({ capability: target.value })}
            />
          )}
        </PanelField>
      )}
      {isClosing(rule) && <OthersFields rule={rule} change={change} />}
    </>
  );
}

/** Describes the mode for users who may not change it. */
function modeOf({ stored, text }: Pick<KbPanel, 'stored' | 'text'>): string {
  const { mode } = (stored?.access ?? { mode: 'inherit' }) as { readonly mode: AccessMode };
  return text(`access-${mode}`);
}

/** Without a typed password none is sent, which keeps the current one. */
function withPassword({ password: _before, ...rule }: AccessRule, password: string): AccessRule {
  return password === '' ? rule : { ...rule, password };
}

/** Modes that list the article by default. */
const LISTED: ReadonlySet<string> = new Set(['logged_in', 'password']);

/** Fields for readers whom a rule excludes. */
function OthersFields({ rule, change }: { rule: AccessRule; change: (changed: Partial<AccessRule>) => void }) {
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
