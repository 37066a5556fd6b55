import type { OwnedHooks } from '../../hooks/hooks.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /** How long a nonce of this action lives at most, in milliseconds, by default a day; it lives at least half of that. */
    nonce_life(life: number, action: string): number;
  }
}

export function defineIdentityHooks({ define }: OwnedHooks): void {
  define('nonce_life', { kind: 'filter', since: '0.1.0', critical: true });
}
