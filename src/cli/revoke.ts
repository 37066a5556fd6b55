import type { CommandOption } from '../core/commands.js';
import { HostError } from '../core/errors.js';

export const ALL: CommandOption = { flags: '--all', description: 'revoke all' };

/**
 * @returns the number revoked @throws HostError 400 `cli_argument_invalid` for neither or both, 404
 * `credential_not_found`
 */
export async function revokeOneOrAll(
  what: string,
  id: string | undefined,
  all: unknown,
  revoke: { readonly one: (id: string) => Promise<boolean>; readonly all: () => Promise<number> },
): Promise<number> {
  if ((id === undefined) !== (all === true)) {
    throw new HostError('cli_argument_invalid', 'Pass an ID, or --all.', { status: 400 });
  }
  if (id === undefined) return revoke.all();
  if (!(await revoke.one(id))) throw credentialNotFound(what, id);
  return 1;
}

export function credentialNotFound(what: string, id: string): HostError {
  return new HostError('credential_not_found', `There is no ${what} "${id}". See the list.`, { status: 404 });
}
