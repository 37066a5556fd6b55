import { PanelField, PanelGroup } from '../../../../../../editor.js';
import { OthersFields } from './access-others.js';
import { ACCESS_MODES, type AccessMode, type AccessRule, isClosing, withMode } from './access-rule.js';
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
