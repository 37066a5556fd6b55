import type { OwnedHooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /**
     * Filters the primitive capabilities that `capability` on `object` requires, all of them.
     * `['do_not_allow']` refuses. An empty list refuses too: a check without requirements is probably a mistake.
     */
    map_meta_cap(
      required: readonly string[],
      capability: string,
      user: User,
      object: unknown,
    ): readonly string[] | Promise<readonly string[]>;
    /** Filters the capabilities that the user's roles grant. The credential's scopes still limit the result. */
    user_has_cap(
      capabilities: ReadonlySet<string>,
      required: readonly string[],
      user: User,
      object: unknown,
    ): ReadonlySet<string> | Promise<ReadonlySet<string>>;
  }
}

export function defineAccessHooks({ define }: OwnedHooks): void {
  const gate = { kind: 'filter', since: '0.1.0', async: 'allowed', critical: true } as const;
  define('map_meta_cap', gate);
  define('user_has_cap', gate);
}
