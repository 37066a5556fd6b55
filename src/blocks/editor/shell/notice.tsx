import type { ReactNode } from 'react';

/** Something that has to be known, above the text, where nothing can be typed over it. */
export function Notice({
  kind,
  message,
  detail,
  children,
}: {
  kind: 'error' | 'info';
  message: string;
  /** What changes now and then, and is not read out again each time. */
  detail?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={`me-notice me-notice-${kind}`}>
      <div className="me-notice-text">
        <p role={kind === 'error' ? 'alert' : 'status'}>{message}</p>
        {detail !== undefined && <p className="me-notice-detail">{detail}</p>}
      </div>
      {children && <div className="me-notice-actions">{children}</div>}
    </div>
  );
}

/** Something that can be done about it. */
export function Action({ label, run }: { label: string; run: () => void }) {
  return (
    <button type="button" className="me-notice-action" onClick={run}>
      {label}
    </button>
  );
}
