import type { HookKind } from '../../../../hooks/names.js';

export const HOOKS_PATH = '/hooks';
/** Names of hooks have slashes, so they stand in the query. */
export const HOOK_PATH = `${HOOKS_PATH}/one` as const;

export function hookQuery(kind: HookKind, name: string): Record<string, string> {
  return { kind, name };
}
