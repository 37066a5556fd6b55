import type { EditorTextKey, Texts } from '../texts/use-texts.js';
import { Dialog } from './dialog.js';

type Shortcut = readonly [what: EditorTextKey, keys: string];

/** Keyboard shortcuts by group. On a Mac, Ctrl is shown as Command. */
const GROUPS: readonly (readonly [EditorTextKey, readonly Shortcut[]])[] = [
  [
    'keys-editor',
    [
      ['key-save', 'Ctrl+S'],
      ['key-undo', 'Ctrl+Z'],
      ['key-redo', 'Ctrl+Shift+Z'],
      ['key-toolbar', 'Alt+F10'],
      ['key-code', 'Ctrl+Shift+Alt+M'],
      ['key-help', 'Shift+Alt+H'],
    ],
  ],
  [
    'keys-text',
    [
      ['key-bold', 'Ctrl+B'],
      ['key-italic', 'Ctrl+I'],
      ['key-link', 'Ctrl+K'],
      ['key-slash', '/'],
    ],
  ],
  [
    'keys-blocks',
    [
      ['key-all', 'Ctrl+A'],
      ['key-duplicate', 'Ctrl+Shift+D'],
      ['key-remove', 'Shift+Alt+Z'],
      ['key-before', 'Ctrl+Alt+T'],
      ['key-after', 'Ctrl+Alt+Y'],
      ['key-up', 'Ctrl+Shift+Alt+T'],
      ['key-down', 'Ctrl+Shift+Alt+Y'],
    ],
  ],
];

/** Dialog with the keyboard shortcuts. */
export function KeysDialog({ onClose, text }: { onClose: () => void; text: Texts }) {
  const isMac = /Mac|iP(?:hone|ad)/.test(navigator.userAgent);
  return (
    <Dialog title={text('keys')} text={text} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard */}
      <section aria-label={text('keys')} tabIndex={0}>
        {GROUPS.map(([group, shortcuts]) => (
          <section key={group} aria-labelledby={`me-${group}`}>
            <h3 className="me-keys-group" id={`me-${group}`}>
              {text(group)}
            </h3>
            <table className="me-keys" aria-labelledby={`me-${group}`}>
              <tbody>
                {shortcuts.map(([what, keys]) => (
                  <tr key={what}>
                    <th scope="row">{text(what)}</th>
                    <td>
                      <kbd>{isMac ? keys.replace('Ctrl', '⌘').replace('Alt', '⌥') : keys}</kbd>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
