import type { HookDescription } from '../../../../hooks/hooks.js';
import type { Strings } from '../../../templates/strings.js';

/** A time in milliseconds, with as many digits as tell something. */
export function durationText(milliseconds: number, { text, number }: Strings): string {
  const digits = milliseconds < 1 ? 3 : milliseconds < 100 ? 1 : 0;
  return text('hooks.milliseconds', { time: number(Number(milliseconds.toFixed(digits))) });
}

/** What an error in a callback does, in a sentence. */
export function errorText({ definition, onError }: HookDescription, { text }: Strings): string {
  return text(`hooks.error-${definition?.critical ? 'critical' : onError}`);
}
