import { createPortal, useEffect, useId, useRef } from '@wordpress/element';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Texts } from '../texts/use-texts.js';
import { Icon } from './icon.js';

/**
 * Modal dialog with a heading, rendered as long as it is open. The rest of the page is inert. Escape and the close
 * button call `onClose`, and closing returns the focus to where it was before. The element with `data-focus`, or else
 * the heading, gets the focus. On phones it fills the window.
 */
export function Dialog({
  title,
  text,
  size = 'medium',
  footer,
  onClose,
  children,
}: {
  title: string;
  text: Texts;
  /** `wide` is for side-by-side content: differences, images of the library. */
  size?: 'medium' | 'wide';
  /** Buttons at its end, which stay visible. */
  footer?: ReactNode;
  /** Called when the user closes it. The dialog stays until it is unmounted. */
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const latest = useRef(onClose);
  latest.current = onClose;

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    element.showModal();
    (element.querySelector<HTMLElement>('[data-focus]') ?? element.querySelector('h2'))?.focus();
    function onCancel(event: Event): void {
      // The parent decides whether it closes.
      event.preventDefault();
      if (event.target === element) latest.current();
    }
    element.addEventListener('cancel', onCancel);
    return () => {
      element.removeEventListener('cancel', onCancel);
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return createPortal(
    <dialog
      className={`me-dialog me-dialog-${size}`}
      ref={dialog}
      aria-labelledby={heading}
      onKeyDown={keepKeys}
      onKeyUp={(event) => event.stopPropagation()}
    >
      <div className="me-dialog-head">
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          className="me-button"
          aria-label={text('close-panel')}
          title={text('close-panel')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="me-dialog-body">{children}</div>
      {footer && <div className="me-dialog-foot">{footer}</div>}
    </dialog>,
    document.body,
  );
}

/** Stops shortcuts of the editor and the packages, which would apply to the text behind it, and the browser's save. */
function keepKeys(event: KeyboardEvent): void {
  event.stopPropagation();
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') event.preventDefault();
}
