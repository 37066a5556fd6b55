import { TokensField } from './tokens-field.js';
import { usePanel } from './use-panel.js';

/** What people look for the article by who use other words than it does. */
export function AliasesPanel() {
  const { value, set, fault, text } = usePanel();
  return (
    <TokensField
      words="aliases"
      values={(value('search_aliases') ?? []) as readonly string[]}
      choose={(aliases) => set('search_aliases', aliases)}
      hint={text('aliases-hint')}
      fault={fault('search_aliases')}
    />
  );
}
