import { useId } from '@wordpress/element';
import type { ReactNode } from 'react';

/** Props for the input of a {@link PanelField}. */
export interface FieldProps {
  readonly id: string;
  readonly className: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/**
 * Field of a panel: its label, a hint, and its error message.
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
}: FieldLabel & { children: (props: FieldProps) => ReactNode }) {
  const { id, describedBy, remarks } = useRemarks(hint, fault);
  return (
    <div className="me-field">
      <label className="me-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: 'me-input',
        'aria-describedby': describedBy,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {remarks}
    </div>
  );
}

/** Group of inputs that belong together. */
export function PanelGroup({ label, hint, fault, children }: FieldLabel & { children: ReactNode }) {
  const { describedBy, remarks } = useRemarks(hint, fault);
  return (
    <fieldset className="me-field me-group" aria-describedby={describedBy}>
      <legend className="me-label">{label}</legend>
      {children}
      {remarks}
    </fieldset>
  );
}

interface FieldLabel {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Error message from `fault` of the document. */
  readonly fault?: string | undefined;
}

/** Hint and error message below an input, and the IDs that it references. */
function useRemarks(hint: ReactNode, fault: string | undefined) {
  const id = useId();
  const visible = [
    ...(hint ? [{ kind: 'hint', what: hint }] : []),
    ...(fault === undefined ? [] : [{ kind: 'fault', what: fault }]),
  ];
  return {
    id,
    describedBy: visible.length === 0 ? undefined : visible.map(({ kind }) => `${id}-${kind}`).join(' '),
    remarks: visible.map(({ kind, what }) => (
      <p key={kind} className={`me-${kind}`} id={`${id}-${kind}`}>
        {what}
      </p>
    )),
  };
}
