import { useEffect, useRef } from '@wordpress/element';
import type { InputHTMLAttributes } from 'react';

/**
 * A field for a date or a time. Browsers tell of half a date as of none: what is typed stays until it is whole, and only
 * an empty field that is left takes the date away.
 */
export function DateInput({
  value,
  choose,
  ...props
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'onBlur'> & {
  value: string;
  choose: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  return (
    <input
      {...props}
      ref={field}
      defaultValue={value}
      onChange={({ target }) => target.value !== '' && choose(target.value)}
      onBlur={({ target }) => target.value === '' && value !== '' && choose('')}
    />
  );
}
