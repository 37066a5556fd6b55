import type { HookDescription } from '../../../../hooks/hooks.js';
import type { HookKind } from '../../../../hooks/names.js';
import type { Strings } from '../../../templates/strings.js';

/** Formats milliseconds with as many digits as are significant. */
export function durationText(milliseconds: number, { text, number }: Strings): string {
  const digits = milliseconds < 1 ? 3 : milliseconds < 100 ? 1 : 0;
  return text('hooks.milliseconds', { time: number(Number(milliseconds.toFixed(digits))) });
}

/** Describes how errors in the hook's callbacks are handled. */
export function errorText({ definition, onError }: HookDescription, { text }: Strings): string {
  return text(`hooks.error-${definition?.critical ? 'critical' : onError}`);
}

export const HOOKS_PATH = '/hooks';

/** Page of one hook. Hook names may contain slashes, so the name is a query parameter. */
export const HOOK_PATH = `${HOOKS_PATH}/one` as const;

export function hookQuery(kind: HookKind, name: string): Record<string, string> {
  return { kind, name };
}
