import { PanelField } from '../../../../../../editor.js';
import { usePanel } from './use-panel.js';

/** Panel for the slug, which the server validates. */
export function AddressPanel() {
  const { stored, value, isChanged, set, fault, settings, text } = usePanel();
  const slug = String(value('slug') ?? '');
  const path = String(stored?.path ?? '');
  const isMoved = isChanged('categories') && (value('categories') as readonly number[]).length > 0;
  // Only the server knows category paths.
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

/** Replaces spaces with hyphens while typing. The server validates the rest. */
function plain(typed: string): string {
  return typed.toLowerCase().replace(/\s+/g, '-');
}
