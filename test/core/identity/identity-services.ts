import { pino } from 'pino';
import { createAccess } from '../../../src/core/access/capabilities.js';
import type { Database } from '../../../src/core/database/database.js';
import { createApiKeys } from '../../../src/core/identity/api-keys.js';
import { createApplicationPasswords } from '../../../src/core/identity/application-passwords.js';
import { createAuthEvents } from '../../../src/core/identity/auth-events.js';
import { createLogin } from '../../../src/core/identity/login.js';
import { createNonces } from '../../../src/core/identity/nonces.js';
import { createOAuthTokens } from '../../../src/core/identity/oauth/tokens.js';
import { createPasswords } from '../../../src/core/identity/passwords.js';
import { createSessions } from '../../../src/core/identity/sessions.js';
import { createSignedInUsers } from '../../../src/core/identity/signed-in.js';
import { createUsers } from '../../../src/core/identity/users.js';
import { createVersions } from '../../../src/core/services/bus/versions.js';
import { createMemoryRateLimiter } from '../../../src/core/services/rate-limit/memory.js';
import { createHooks } from '../../../src/hooks/hooks.js';

const SILENT = pino({ level: 'silent' });
/** No other process changes anything here. */
const NEVER = 2 ** 31 - 1;

/** The services of identity over one database, with a clock set by hand and cheap password hashes. */
export function identityServices(db: Database) {
  const clock = { now: Date.UTC(2030, 0, 1, 12) };
  const now = () => clock.now;
  const hooks = createHooks();
  const access = createAccess({ hooks });
  const authEvents = createAuthEvents({ db, hooks, log: SILENT, now });
  const sessions = createSessions({ db, now });
  const passwords = createPasswords({ logCost: 8, blockSize: 8, parallelism: 1 });
  const users = createUsers({ db, passwords, sessions, access });
  const nonces = createNonces({ secret: 'a secret of at least thirty-two bytes', now });
  return {
    db,
    clock,
    hooks,
    access,
    authEvents,
    sessions,
    users,
    nonces,
    tokens: createOAuthTokens(db),
    resourceMetadata: 'https://example.com/.well-known/oauth-protected-resource',
    applicationPasswords: createApplicationPasswords({ db, access, now }),
    apiKeys: createApiKeys({ db, access, now }),
    signedIn: createSignedInUsers({ sessions, users, versions: createVersions(db, SILENT, NEVER), now }),
    login: createLogin({ users, sessions, limiter: createMemoryRateLimiter({ now }), authEvents }),
  };
}

export type IdentityServices = ReturnType<typeof identityServices>;

export const MINUTE = 60 * 1000;
export const DAY = 24 * 60 * MINUTE;

export const ADA = { login: 'ada', email: 'ada@example.com', name: 'Ada Lovelace', password: 'correct horse' };
export const BOB = { login: 'bob', email: 'bob@example.com', name: 'Bob', password: 'battery staple' };
