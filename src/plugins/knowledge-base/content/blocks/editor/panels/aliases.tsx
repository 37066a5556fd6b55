import { TokensField } from './tokens-field.js';
import { usePanel } from './use-panel.js';

/** Panel for alternative search terms. */
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
