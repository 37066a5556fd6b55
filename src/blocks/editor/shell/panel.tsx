import { useEffect, useRef } from '@wordpress/element';
import type { ReactNode } from 'react';
import { Icon } from './icon.js';

/** Column beside the text: a landmark with a heading and a close button. Escape closes it too. */
export function Panel({
  id,
  label,
  closeLabel,
  onClose,
  focus,
  children,
}: {
  id: string;
  label: string;
  closeLabel: string;
  onClose: () => void;
  /** Selector of the element that gets the focus when it opens. Default: the focus stays. */
  focus?: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focus === undefined) return;
    // The packages render the element one frame later.
    const frame = window.requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(focus)?.focus());
    return () => window.cancelAnimationFrame(frame);
  }, [focus]);
  useEffect(() => {
    const section = place.current;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key === 'Escape') onClose();
    }
    section?.addEventListener('keydown', onKeyDown);
    return () => section?.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <section className={`me-panel me-panel-${id}`} id={`me-${id}`} aria-labelledby={`me-${id}-title`} ref={place}>
      <div className="me-panel-head">
        <h2 id={`me-${id}-title`}>{label}</h2>
        <button type="button" className="me-button" aria-label={closeLabel} title={closeLabel} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="me-panel-body">{children}</div>
    </section>
  );
}
