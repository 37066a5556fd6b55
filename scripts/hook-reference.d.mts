import type { HookDescription } from '../src/hooks/hooks.js';

export function hookReference(definitions: readonly NonNullable<HookDescription['definition']>[]): string;
