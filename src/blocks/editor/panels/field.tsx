import { useId } from '@wordpress/element';
import type { ReactNode } from 'react';

/** What an input of a {@link PanelField} is given. */
export interface FieldProps {
  readonly id: string;
  readonly className: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/**
 * A field of a panel: its label, a hint, and what is wrong with it.
 *
 * ```tsx
 * <PanelField label="Portions" fault={fault('meta')}>
 *   {(props) => <input {...props} type="number" />}
 * </PanelField>
 * ```
 */
export function PanelField({
  label,
  hint,
  fault,
  children,
}: {
  label: string;
  hint?: ReactNode;
  /** Of `fault` of the document. */
  fault?: string | undefined;
  children: (props: FieldProps) => ReactNode;
}) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', fault === undefined ? '' : `${id}-fault`].filter((part) => part !== '');
  return (
    <div className="me-field">
      <label className="me-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'me-input',
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint && (
        <p className="me-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p className="me-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Several inputs that belong together. */
export function PanelGroup({
  label,
  hint,
  fault,
  children,
}: {
  label: string;
  hint?: ReactNode;
  fault?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className="me-field me-group" aria-describedby={fault === undefined ? undefined : `${id}-fault`}>
      <legend className="me-label">{label}</legend>
      {children}
      {hint && <p className="me-hint">{hint}</p>}
      {fault !== undefined && (
        <p className="me-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
