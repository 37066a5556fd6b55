import { useEffect, useId, useState } from '@wordpress/element';
import type { ReactNode } from 'react';
import { Icon } from '../shell/icon.js';

/** Section of a panel, with a heading that opens and closes it. */
export function Section({
  title,
  isOpenAtFirst,
  isRefused,
  children,
}: {
  title: string;
  isOpenAtFirst: boolean;
  /** Whether a value in it was rejected, which opens it. */
  isRefused: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    if (isRefused) setOpen(true);
  }, [isRefused]);
  return (
    <div className="me-section">
      <h3>
        <button
          type="button"
          className="me-section-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
          <Icon name="down" />
        </button>
      </h3>
      <div className="me-section-body" id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
