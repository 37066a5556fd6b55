import { forwardRef } from '@wordpress/element';
import type { KeyboardEvent, ReactNode } from 'react';

interface FoldableProps {
  readonly summary: ReactNode;
  readonly summaryClass: string;
  readonly onSummaryKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/**
 * Renders `details` as on the page, but kept open while editing.
 * A space typed in its label would otherwise close it, and closed content cannot be edited. Accepts the props of a
 * block.
 */
export const Foldable = forwardRef<HTMLDetailsElement, FoldableProps>(function Foldable(
  { summary, summaryClass, onSummaryKeyDown, children, ...props },
  ref,
) {
  return (
    <details
      {...props}
      ref={ref}
      open
      onToggle={({ currentTarget }) => !currentTarget.open && currentTarget.setAttribute('open', '')}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is written in it is what takes the keys. */}
      <summary
        className={summaryClass}
        tabIndex={-1}
        onClick={(event) => event.preventDefault()}
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
        onKeyDown={onSummaryKeyDown}
      >
        {summary}
      </summary>
      {children}
    </details>
  );
});
