import { pino } from 'pino';
import { createAccess } from '../../../src/core/access/capabilities.js';
import { createDatabase } from '../../../src/core/database/database.js';
import { createAuthEvents } from '../../../src/core/identity/auth-events.js';
import { createOAuthTokens } from '../../../src/core/identity/oauth/tokens.js';
import { createSessions } from '../../../src/core/identity/sessions.js';
import { createUsers } from '../../../src/core/identity/users.js';
import { createOAuthClients } from '../../../src/core/oauth/clients.js';
import { createOAuthCodes } from '../../../src/core/oauth/codes.js';
import { createTokenExchange } from '../../../src/core/oauth/token-exchange.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { die } from './die.js';

/**
 * Exchanges a code in a process that kills itself. Arguments: database URL, client id, the form as a query string,
 * and the point of the kill: `used` when the code is used and no token is stored yet, `stored` when the access token
 * is stored too, `committed` after the commit and before the answer.
 */
const [url = '', clientId = '', form = '', stop = ''] = process.argv.slice(2);

const db = createDatabase({ url });
const hooks = createHooks();
const access = createAccess({ hooks });
const users = createUsers({ db, sessions: createSessions({ db }), access });
const clients = createOAuthClients({ db, access, users });
const tokens = createOAuthTokens(db);
const exchange = createTokenExchange({
  db,
  access,
  users,
  clients,
  codes: createOAuthCodes(db),
  tokens: {
    ...tokens,
    async save(token) {
      if (stop === 'used') die();
      await tokens.save(token);
      if (stop === 'stored') die();
    },
  },
  authEvents: {
    ...createAuthEvents({ db, hooks, log: pino({ level: 'silent' }) }),
    // First call after the commit.
    record: async () => die(),
  },
});
const client = await clients.get(clientId);
if (!client) throw new Error('There is no such client.');
await exchange(client, Object.fromEntries(new URLSearchParams(form)), { method: 'POST', headers: {}, secure: true });
