import type { HookKind } from '../../../../hooks/names.js';

export const HOOKS_PATH = '/hooks';
/** Page of one hook. Hook names may contain slashes, so the name is a query parameter. */
export const HOOK_PATH = `${HOOKS_PATH}/one` as const;

export function hookQuery(kind: HookKind, name: string): Record<string, string> {
  return { kind, name };
}
