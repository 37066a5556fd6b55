import type { ReactNode } from 'react';

/** Notice above the text. */
export function Notice({
  kind,
  message,
  detail,
  children,
}: {
  kind: 'error' | 'info';
  message: string;
  /** Detail that changes over time and is not announced again each time. */
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

/** Button for an action in a notice. */
export function Action({ label, run }: { label: string; run: () => void }) {
  return (
    <button type="button" className="me-notice-action" onClick={run}>
      {label}
    </button>
  );
}
