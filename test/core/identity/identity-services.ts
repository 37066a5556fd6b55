import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createAccess } from '../../../src/core/access/capabilities.js';
import { createPasswordServices } from '../../../src/core/accounts/password-services.js';
import { type Background, createBackground } from '../../../src/core/concurrency/background.js';
import { handOverPosts } from '../../../src/core/content/hand-over.js';
import { createSecretBox } from '../../../src/core/crypto/secret-box.js';
import type { Database } from '../../../src/core/database/database.js';
import { resolveConfig } from '../../../src/core/host/config.js';
import { createApiKeys } from '../../../src/core/identity/api-keys.js';
import { createApplicationPasswords } from '../../../src/core/identity/application-passwords.js';
import { createAuthEvents } from '../../../src/core/identity/auth-events.js';
import { createForeignHashes } from '../../../src/core/identity/foreign-hashes.js';
import { createLogin } from '../../../src/core/identity/login.js';
import { createNonces } from '../../../src/core/identity/nonces.js';
import { createOAuthTokens } from '../../../src/core/identity/oauth/tokens.js';
import { createPasswords } from '../../../src/core/identity/passwords.js';
import { createSessions } from '../../../src/core/identity/sessions.js';
import { createSignedInUsers } from '../../../src/core/identity/signed-in.js';
import { createUsers } from '../../../src/core/identity/users.js';
import { createVersions } from '../../../src/core/services/bus/versions.js';
import type { Jobs } from '../../../src/core/services/jobs/jobs.js';
import { createMail, type Mail } from '../../../src/core/services/mail/mail.js';
import { createMemoryRateLimiter } from '../../../src/core/services/rate-limit/memory.js';
import { createSite } from '../../../src/core/site.js';
import { createTemplates } from '../../../src/core/templates/templates.js';
import { localizedSite } from '../../../src/core/texts/localized-site.js';
import { createTexts } from '../../../src/core/texts/texts.js';
import { createHooks } from '../../../src/hooks/hooks.js';

const SILENT = pino({ level: 'silent' });
/** Poll interval that never elapses: no other process changes anything in these tests. */
const NEVER = 2 ** 31 - 1;

export interface IdentityServicesOptions {
  /** Default: a URL of an outbox file in the temporary directory. */
  readonly mail?: Mail;
  /** Default: example.com. Null for a production site without a configured URL. */
  readonly url?: string | null;
  /** Timeout in milliseconds for verifying a foreign password. */
  readonly verifierTime?: number;
}

/** Creates the identity services over one database, with a manual clock and cheap password hashes. */
export function identityServices(db: Database, options: IdentityServicesOptions = {}) {
  const clock = { now: Date.UTC(2030, 0, 1, 12) };
  const now = () => clock.now;
  const hooks = createHooks();
  const access = createAccess({ hooks });
  const authEvents = createAuthEvents({ db, hooks, log: SILENT, now });
  const sessions = createSessions({ db, now });
  const { verifierTime: timeLimit, url = 'https://example.com' } = options;
  const foreign = createForeignHashes({ hooks, log: SILENT, ...(timeLimit === undefined ? {} : { timeLimit }) });
  const passwords = createPasswords({ logCost: 8, blockSize: 8, parallelism: 1 }, foreign);
  const users = createUsers({ db, passwords, sessions, access, handOver: [handOverPosts(db)] });
  const limiter = createMemoryRateLimiter({ now });
  const config = resolveConfig(
    { secret: 'a secret of at least thirty-two bytes', url: url ?? undefined, name: 'Acme', debug: false, log: SILENT },
    {},
  );
  const site = localizedSite(createSite(config), createTexts());
  const outbox = `file:${path.join(tmpdir(), `mortise-test-${randomBytes(8).toString('hex')}`)}`;
  const mail =
    options.mail ?? createMail({ url: outbox, sender: { name: 'Acme', address: 'noreply@example.com' }, log: SILENT });
  const background = createBackground(SILENT);
  const templates = createTemplates({ strict: true });
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
    signedIn: createSignedInUsers({ sessions, users, versions: createVersions(db, SILENT, { interval: NEVER }), now }),
    login: createLogin({ users, sessions, limiter, authEvents }),
    background,
    ...createPasswordServices({
      config,
      site,
      db,
      users,
      sessions,
      limiter,
      authEvents,
      templates,
      mail,
      background,
      jobs: atOnce(db, background),
      secretBox: createSecretBox(config),
      now,
    }),
  };
}

/** Runs jobs in the background right after the commit, without a table. */
function atOnce(db: Database, background: Background): Pick<Jobs, 'define'> {
  return {
    define: ({ name, run }) => ({
      name,
      async add(payload) {
        const { signal } = new AbortController();
        const work = async () => void (await run({ id: '1', payload, attempt: 1, signal, progress() {} }));
        db.afterCommit(() => background.run(name, work));
        const at = new Date();
        const ended = { result: null, progress: null, error: null, key: null, startedAt: null, endedAt: null };
        return {
          ...ended,
          id: '1',
          name,
          payload,
          status: 'waiting',
          attempts: 0,
          maxAttempts: 1,
          createdAt: at,
          dueAt: at,
        };
      },
    }),
  };
}

export type IdentityServices = ReturnType<typeof identityServices>;

export const MINUTE = 60 * 1000;
export const DAY = 24 * 60 * MINUTE;

export const ADA = { login: 'ada', email: 'ada@example.com', name: 'Ada Lovelace', password: 'correct horse' };
export const BOB = { login: 'bob', email: 'bob@example.com', name: 'Bob', password: 'battery staple' };
