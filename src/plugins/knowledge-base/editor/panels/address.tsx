import { PanelField } from '../../../../editor.js';
import { usePanel } from './use-panel.js';

/** The part of the address that is the article's own; the server says whether it can be one. */
export function AddressPanel() {
  const { stored, value, isChanged, set, fault, settings, text } = usePanel();
  const slug = String(value('slug') ?? '');
  const path = String(stored?.path ?? '');
  const isMoved = isChanged('categories') && (value('categories') as readonly number[]).length > 0;
  // Only the server knows the paths of categories.
  const above = isMoved ? '…/' : path.slice(0, path.lastIndexOf('/') + 1);
  const isStored = stored !== null && !isChanged('slug') && !isMoved;
  const address = isStored ? String(stored.link) : `${settings.address}/${above}${slug}`;
  return (
    <PanelField
      label={text('slug')}
      hint={slug === '' ? text(stored ? 'slug-kept' : 'slug-made') : text('slug-hint', { address })}
      fault={fault('slug')}
    >
      {(props) => (
        <input
          {...props}
          type="text"
          maxLength={191}
          autoComplete="off"
          spellCheck={false}
          value={slug}
          onChange={({ target }) => set('slug', target.value === '' ? undefined : plain(target.value))}
        />
      )}
    </PanelField>
  );
}

/** What cannot stand in an address is typed by habit: spaces become hyphens. The server looks at the rest. */
function plain(typed: string): string {
  return typed.toLowerCase().replace(/\s+/g, '-');
}
