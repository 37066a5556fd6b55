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
  /** Accept passwords over plain HTTP from other machines too. */
  readonly allowInsecureAuth?: boolean | undefined;
  /** Tell names that nobody has from wrong passwords, as WordPress does (host.md row 28). */
  readonly compatBasicErrors?: boolean | undefined;
  /** Names that begin like this are keys of other systems, which check them themselves. */
  readonly foreignPrefixes?: readonly string[];
}

/** API keys of shops and of this host, which clients like to send as the name in Basic. */
const FOREIGN_PREFIXES = ['ck_', 'cs_', 'vk_', 'vak_'];

/** Application passwords by HTTP Basic (RFC 7617): name or e-mail address, and the password shown at its creation. */
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

/** The two parts of a Basic header; malformed ones give a name that nobody has, so that they are refused. */
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
