import type { HostError } from '../../errors.js';
import type { AuthRequest } from '../../http/auth-request.js';
import { requestHeader } from '../../http/request-header.js';
import { normaliseIdentifier } from '../../identifiers.js';
import type { ApplicationPasswords } from '../application-passwords.js';
import type { Authenticator } from '../authenticator.js';
import { incorrectPassword, invalidUsername } from '../incorrect-password.js';
import { assertPrivateChannel } from '../private-channel.js';
import type { Users } from '../users.js';

export interface BasicOptions {
  readonly users: Users;
  readonly applicationPasswords: ApplicationPasswords;
  /** Accept passwords over plain HTTP from other machines. */
  readonly allowInsecureAuth?: boolean | undefined;
  /** Distinguish unknown usernames from wrong passwords in errors, as WordPress does. */
  readonly compatBasicErrors?: boolean | undefined;
  /** Username prefixes of other systems' keys, which those systems check themselves. */
  readonly foreignPrefixes?: readonly string[];
}

/** Prefixes of shop API keys and of this host's, which clients often send as the Basic username. */
const FOREIGN_PREFIXES = ['ck_', 'cs_', 'vk_', 'vak_'];

/**
 * Authenticates application passwords by HTTP Basic (RFC 7617).
 * The credentials are a username or email, and the password shown when it was created.
 */
export function basicAuthenticator(options: BasicOptions): Authenticator {
  const { users, applicationPasswords, foreignPrefixes = FOREIGN_PREFIXES } = options;
  const name = 'application-password';

  async function refusal(login: string): Promise<HostError> {
    const isKnown = !options.compatBasicErrors || (await users.byLogin(login)) || (await users.byEmail(login));
    return isKnown ? incorrectPassword() : invalidUsername();
  }

  return {
    name,
    claims(request) {
      const credentials = readBasic(request);
      return credentials !== null && !foreignPrefixes.some((prefix) => credentials.name.startsWith(prefix));
    },
    async authenticate(request) {
      const credentials = readBasic(request);
      if (!credentials) return null;
      assertPrivateChannel(request, { what: 'Application passwords', allowInsecureAuth: options.allowInsecureAuth });
      const verified = await applicationPasswords.verify(credentials.password, request.remoteAddress);
      const user = verified && (await users.get(verified.userId));
      if (!verified || !user || !belongsTo(credentials.name, user)) throw await refusal(credentials.name);
      const scopes = verified.scopes ? { scopes: verified.scopes } : {};
      return { user, via: 'explicit', method: name, session: '', credentialId: verified.id, ...scopes };
    },
  };
}

/** Username and password of a Basic header. Malformed ones return a username that no user has, so they are refused. */
function readBasic(request: AuthRequest): { readonly name: string; readonly password: string } | null {
  const match = /^basic(?: +([^ ].*))?$/i.exec(requestHeader(request, 'authorization')?.trim() ?? '');
  if (!match) return null;
  const text = Buffer.from(match[1] ?? '', 'base64').toString('utf8');
  const separator = text.indexOf(':');
  if (separator < 0) return { name: '', password: '' };
  return { name: text.slice(0, separator), password: text.slice(separator + 1) };
}

function belongsTo(name: string, user: { readonly login: string; readonly email: string }): boolean {
  const identifier = normaliseIdentifier(name);
  return identifier !== '' && (identifier === user.login || identifier === user.email);
}
