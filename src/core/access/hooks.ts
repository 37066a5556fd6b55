import type { OwnedHooks } from '../../hooks/hooks.js';
import type { User } from '../user.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /**
     * The primitive capabilities that `capability` on `object` needs, all of them. `['do_not_allow']` refuses; an
     * empty list refuses too, since a check without a requirement is more likely a mistake than a gift.
     */
    map_meta_cap(
      required: readonly string[],
      capability: string,
      user: User,
      object: unknown,
    ): readonly string[] | Promise<readonly string[]>;
    /** The capabilities that the user's roles hold; what it returns is still cut to the scopes of the credential. */
    user_has_cap(
      held: ReadonlySet<string>,
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
