import { HostError } from '../core/errors.js';

/**
 * An option of a command as a whole number.
 * @param option its name, as it is written on the command line
 * @throws HostError 400 `cli_option_invalid` for what is none from 1 to `most`
 */
export function wholeNumber(option: string, value: unknown, most: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new HostError('cli_option_invalid', `--${option} is a whole number from 1 to ${most}.`, {
    status: 400,
    option,
  });
}
