import { useEffect, useRef } from '@wordpress/element';
import type { InputHTMLAttributes } from 'react';

/**
 * Field for a date or time.
 * Browsers report incomplete dates as empty, so input is kept until complete, and only leaving an empty field clears
 * the date.
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
