import { createPortal, useEffect, useId, useRef } from '@wordpress/element';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Texts } from '../strings/texts.js';
import { Icon } from './icon.js';

/**
 * A modal dialog with a heading, for all parts of the editor: rendered as long as it is open. The rest of the page rests
 * meanwhile, Escape and the button in its corner call `onClose`, and when it goes the focus is back where it was before.
 * What has `data-focus` in it, or else the heading, gets the focus. On phones it fills the window.
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
  /** `wide` is for what stands side by side: differences, pictures of the library. */
  size?: 'medium' | 'wide';
  /** Buttons at its end, which stay in sight. */
  footer?: ReactNode;
  /** Somebody wants to leave; the dialog stays until it is rendered no more. */
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
      // Whoever renders it decides whether it goes.
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

/** Shortcuts of the editor and of the packages mean the text behind it; nor may the browser save the page. */
function keepKeys(event: KeyboardEvent): void {
  event.stopPropagation();
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') event.preventDefault();
}
