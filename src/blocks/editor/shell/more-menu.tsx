import { DropdownMenu, MenuGroup, MenuItem } from '@wordpress/components';
import type { Texts } from '../texts/texts.js';
import { Icon } from './icon.js';

/** Menu of rarely used commands behind one button. */
export function MoreMenu({
  items,
  onToggle,
  text,
}: {
  items: readonly { readonly label: string; readonly keys?: string; readonly run: () => void }[];
  onToggle: (willOpen: boolean) => void;
  text: Texts;
}) {
  return (
    <DropdownMenu
      icon={<Icon name="more" />}
      label={text('more')}
      onToggle={onToggle}
      popoverProps={{ placement: 'bottom-end', shift: true }}
      toggleProps={{ className: 'me-button' }}
    >
      {({ onClose }) => (
        <MenuGroup>
          {items.map(({ label, keys, run }) => (
            <MenuItem
              key={label}
              shortcut={keys ?? ''}
              onClick={() => {
                onClose();
                // By then the button has the focus again, and a dialog returns it there.
                window.requestAnimationFrame(run);
              }}
            >
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
    </DropdownMenu>
  );
}
