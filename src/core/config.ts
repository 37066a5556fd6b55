import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { type Logger, pino } from 'pino';
import { createClients } from './client-address.js';
import { HostError } from './errors.js';
import type { ScryptCost } from './identity/passwords.js';
import { isAffordable } from './identity/scrypt-string.js';
import { DEFAULT_BODY_TIMEOUT } from './incoming/body-stream.js';
import { localOutbox } from './local-defaults.js';
import type { CspOption } from './pages/csp.js';
import type { Layout } from './pages/layout.js';
import type { LoginOptions } from './pages/login-links.js';
import type { Plugin } from './plugin.js';
import { createKeyRing } from './services/licence/key-ring.js';
import type { LicenceProvider } from './services/licence/provider.js';
import { resolveServices, type ServiceConfig, type ServiceOptions } from './services/service-options.js';
import type { CspNonce, Identify } from './site-questions.js';

/** What a site tells `createHost`. Everything but `secret` has a default; names in brackets are the environment's. */
export interface HostOptions extends ServiceOptions {
  /** At least 32 characters, kept private: the key of nonces derives from it. [MORTISE_SECRET] */
  secret?: string | undefined;
  /** Earlier secrets that are still accepted while they are being rotated out. */
  previousSecrets?: readonly string[];
  /** Public address of the place where `host.handler()` is mounted, e.g. `https://example.com`. [MORTISE_URL] */
  url?: string | undefined;
  /** `sqlite:./data/site.db`, `mysql://user:password@host/name`. [DATABASE_URL] */
  database?: string | undefined;
  plugins?: readonly Plugin[];
  /** The site's own login: who is behind this request, or a falsy value. */
  identify?: Identify;
  /** Refuse logins of `identify` that have no local user yet instead of creating one. */
  provision?: boolean;
  /**
   * Who decides on the roles of people of the site's login: `site` (default), where the roles that `identify` returns
   * count at every request; or `host`, where they are for the first time alone and are changed here afterwards.
   */
  roleSource?: 'site' | 'host';
  /** What a hash of a password costs, by scrypt. Default: OWASP's 32 MiB, `{ logCost: 15, blockSize: 8, parallelism: 3 }`. */
  passwordCost?: ScryptCost;
  name?: string; // [MORTISE_NAME]
  description?: string;
  /** BCP 47. [MORTISE_LOCALE] */
  locale?: string;
  /** IANA name. [MORTISE_TIMEZONE] */
  timezone?: string;
  /** Path of the REST root, default `/api`. */
  root?: string;
  /** Path of the admin area, default `/admin`. */
  admin?: string;
  /** Path of files that browsers load: pictures of the media library and signed addresses. Default `/media`. */
  media?: string;
  /** Puts our pages into the site's own header and footer. */
  layout?: Layout;
  /** Content-Security-Policy of our pages: our own strict one (default), what a function makes of it, or none. */
  csp?: CspOption;
  /**
   * The nonce of the site's own policy for this request, for sites whose scripts are known by one: it then stands on our
   * pages in place of one of ours. Asked like `identify`: `(request: express.Request) => request.res?.locals.cspNonce`.
   */
  cspNonce?: CspNonce;
  /** Where people of the site's own login (`identify`) log in and out. */
  login?: LoginOptions;
  /** Folder with the site's templates, which win over those of plugins. */
  templates?: string | URL;
  /** Sub-folder of `templates` looked at first. */
  theme?: string;
  /**
   * The mail server, `smtp://name:password@mail.example.com` or `smtps://...`, or a folder as `file:./mails`. Default: the
   * folder `outbox` beside the database. [MORTISE_MAIL_URL]
   */
  mail?: string | undefined;
  /** The address that mails are from. Default: `noreply@` and the host of `url`. */
  mailFrom?: string;
  /**
   * Which proxies are believed in X-Forwarded-For and X-Forwarded-Proto, as Express's setting of that name: number of
   * hops, addresses and networks, or a function. Default: the setting of the Express application in which the handler
   * is mounted, else none.
   */
  trustProxy?: boolean | number | string | readonly string[] | ((address: string, hop: number) => boolean);
  /** Origins whose pages may call REST routes, e.g. `['https://app.example.com']`. Default: only the site's own. */
  cors?: CorsOptions;
  /** `wp` (default) accepts and sends `X-WP-*` besides `X-CMS-*`, for clients written for WordPress. */
  compat?: 'wp' | 'off';
  /** Answer wrong Basic credentials with WordPress's two codes, which tell which names exist. */
  compatBasicErrors?: boolean;
  /** What the media library takes: bytes per file, default 64 MiB, and pixels per picture, default 100 million. */
  uploads?: UploadLimits;
  /** Folder for uploads while they arrive. Default: one in the system's folder for temporary files. */
  uploadFolder?: string;
  /** Milliseconds without progress after which a body that is still arriving is given up. Default 10 000. */
  bodyTimeout?: number;
  /** Accept `X-CMS-Authorization` where there is no Authorization, for servers in front that strip that header. */
  authorizationHeader?: boolean;
  /** Whose licence keys count, and who decides on them. Default: nobody's, by signature. */
  licences?: LicenceOptions;
  /** `allowPrivate` lets webhooks go to this machine and the local network, where they otherwise must not. */
  webhooks?: { readonly allowPrivate?: boolean };
  /** Accept application passwords and access tokens over plain HTTP from other machines. For tests behind a tunnel; never in public. */
  allowInsecureAuth?: boolean;
  /** Show details of unexpected errors, check templates strictly. Default: NODE_ENV is not `production`. */
  debug?: boolean;
  log?: Logger;
}

export interface UploadLimits {
  readonly maxBytes?: number;
  /** Of all frames of a picture that moves. */
  readonly maxPixels?: number;
}

/** How the licences of commercial plugins are checked; the host itself has nothing that needs one. */
export interface LicenceOptions {
  /** Public keys of issuers by their `kid`, as `mortise license keygen` prints them. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Decides in place of the signature alone, e.g. `remoteLicences({ ... })`. */
  readonly provider?: LicenceProvider;
}

/** Which other origins may call, and how. */
export interface CorsOptions {
  /** `https://app.example.com`, without a path; or a function that decides. `*` is not possible. */
  readonly origins: readonly string[] | ((origin: string) => boolean);
  /** Whether their requests may carry cookies and Authorization. Default false. */
  readonly credentials?: boolean;
  /** Seconds for which browsers may remember a preflight. Default 600. */
  readonly maxAge?: number;
}

/** The options of a host with every default filled in. */
export interface Config extends Omit<HostOptions, 'log' | keyof ServiceOptions>, ServiceConfig {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  readonly url: string;
  /** Whether somebody said what the public address is: the default is a guess that links in mails must not be made of. */
  readonly isUrlKnown: boolean;
  readonly database: string;
  readonly mail: string;
  readonly mailFrom: string;
  readonly plugins: readonly Plugin[];
  readonly name: string;
  readonly description: string;
  readonly locale: string;
  readonly timezone: string;
  readonly root: string;
  readonly admin: string;
  readonly media: string;
  readonly uploads: Required<UploadLimits>;
  readonly csp: CspOption;
  readonly compat: 'wp' | 'off';
  readonly bodyTimeout: number;
  readonly debug: boolean;
  readonly log: Logger;
}

const SECRET_LENGTH = 32;

const DEFAULT_UPLOADS: Required<UploadLimits> = { maxBytes: 64 * 1024 * 1024, maxPixels: 100_000_000 };

/** Paths in log records whose values never belong in a log. */
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  'req.headers["x-cms-authorization"]',
  'headers["x-cms-authorization"]',
  '*.password',
  '*.secret',
  '*.nonce',
  '*.token',
  '*.license_key',
  'password',
  'secret',
  'license_key',
];

/**
 * Helps editors to complete a `mortise.config.ts`: `export default defineConfig({ ... })`, the same object as
 * `createHost` takes.
 */
export function defineConfig(options: HostOptions): HostOptions {
  return options;
}

/** Where the database is, for those who need no host. */
export function databaseAddress(
  { database }: Pick<HostOptions, 'database'>,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  return database ?? environment.DATABASE_URL ?? 'sqlite:./data/site.db';
}

/**
 * Fills in environment and defaults, and refuses what cannot work.
 * @throws HostError `config_invalid` with the option's name and what to write instead
 */
export function resolveConfig(options: HostOptions, environment: NodeJS.ProcessEnv = process.env): Config {
  const debug = options.debug ?? environment.NODE_ENV !== 'production';
  const givenUrl = options.url ?? environment.MORTISE_URL;
  const url = (givenUrl ?? 'http://127.0.0.1:8080').replace(/\/$/, '');
  const config: Config = {
    ...options,
    ...resolveServices(options, environment),
    secret: options.secret ?? environment.MORTISE_SECRET ?? '',
    previousSecrets: options.previousSecrets ?? [],
    url,
    isUrlKnown: givenUrl !== undefined,
    database: databaseAddress(options, environment),
    mail: options.mail ?? environment.MORTISE_MAIL_URL ?? localOutbox(environment),
    mailFrom: options.mailFrom ?? defaultSender(url),
    plugins: options.plugins ?? [],
    name: options.name ?? environment.MORTISE_NAME ?? 'Mortise',
    description: options.description ?? '',
    locale: (options.locale ?? environment.MORTISE_LOCALE ?? 'en').toLowerCase(),
    timezone: options.timezone ?? environment.MORTISE_TIMEZONE ?? 'UTC',
    root: normalisePath('root', options.root ?? '/api'),
    admin: normalisePath('admin', options.admin ?? '/admin'),
    media: normalisePath('media', options.media ?? '/media'),
    uploads: { ...DEFAULT_UPLOADS, ...options.uploads },
    csp: options.csp ?? 'own',
    compat: options.compat ?? 'wp',
    bodyTimeout: options.bodyTimeout ?? DEFAULT_BODY_TIMEOUT,
    debug,
    log: options.log ?? pino({ level: environment.MORTISE_LOG_LEVEL ?? 'info', redact: REDACTED }),
  };
  assertShapes(config);
  assertSecrets(config);
  assertUrl(config.url);
  assertRoleSource(config);
  assertPasswordCost(config, environment);
  assertLogin(config);
  assertPaths(config);
  assertMail(config);
  assertWire(config);
  createKeyRing(config.licences?.keys ?? {});
  assertKnown('locale', config.locale, () => Intl.getCanonicalLocales(config.locale));
  assertKnown('timezone', config.timezone, () => new Intl.DateTimeFormat('en', { timeZone: config.timezone }));
  return config;
}

function assertSecrets(config: Config): void {
  if (config.secret === '') {
    throw invalid(
      'secret',
      'createHost needs a secret: set MORTISE_SECRET or the option "secret" to 32 random characters or more.',
    );
  }
  for (const secret of [config.secret, ...config.previousSecrets]) {
    if (Buffer.byteLength(secret) < SECRET_LENGTH) {
      throw invalid(
        'secret',
        `A secret needs at least ${SECRET_LENGTH} bytes; "openssl rand -base64 32" makes a good one.`,
      );
    }
  }
}

/** What JavaScript lets through, and would fail somewhere else. */
function assertShapes({ plugins, identify, cspNonce }: Config): void {
  const nameless = plugins.find((plugin) => typeof plugin?.name !== 'string' || typeof plugin.setup !== 'function');
  if (nameless !== undefined) {
    throw invalid('plugins', 'A plugin needs a name and a setup. Call it if it is a function: plugins: [recipes()].');
  }
  if (identify !== undefined && typeof identify !== 'function') {
    throw invalid('identify', 'identify must be a function of the request that answers who is behind it, or null.');
  }
  if (cspNonce !== undefined && typeof cspNonce !== 'function') {
    throw invalid(
      'cspNonce',
      'cspNonce must be a function of the request that answers the nonce of your policy, or null.',
    );
  }
}

function assertUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash) {
    throw invalid(
      'url',
      `"${url}" is not a public address. Write it like https://example.com or https://example.com/help.`,
    );
  }
}

/** The hashes have to be readable again, and in production as hard to guess as the weakest that OWASP recommends. */
function assertPasswordCost({ passwordCost }: Config, environment: NodeJS.ProcessEnv): void {
  if (passwordCost === undefined) return;
  const isWeak = 2 ** passwordCost.logCost * passwordCost.blockSize * passwordCost.parallelism < 2 ** 19;
  if (isAffordable(passwordCost) && !(isWeak && environment.NODE_ENV === 'production')) return;
  throw invalid(
    'passwordCost',
    'passwordCost is too low to protect passwords, or too high to be computed. Leave it out, or write { logCost: 17, blockSize: 8, parallelism: 1 }.',
  );
}

function assertRoleSource({ roleSource = 'site' }: Config): void {
  if (roleSource === 'site' || roleSource === 'host') return;
  throw invalid('roleSource', `"${roleSource}" is neither 'site' nor 'host'.`);
}

function assertLogin({ login, identify }: Config): void {
  if (login === undefined) return;
  if (identify === undefined) {
    throw invalid('login', 'The option login belongs to a login of the site: say with identify who is logged in.');
  }
  const { redirectParameter = 'redirect_to', ...addresses } = login;
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined) continue;
    // A path with two slashes would be the address of another host.
    if (/^\/(?![/\\])/.test(address) || (URL.canParse(address) && /^https?:/.test(address))) continue;
    throw invalid(
      'login',
      `login.${name} is "${address}". Write a path of the site such as /login, or a full address.`,
    );
  }
  if (/^[\w.-]+$/.test(redirectParameter)) return;
  throw invalid('login', `login.redirectParameter is "${redirectParameter}". Use letters, digits, "_", "." and "-".`);
}

function assertPaths({ root, admin, media, csp, compat, templates }: Config): void {
  if (overlap(root, admin)) {
    throw invalid('admin', `"${admin}" and the REST root "${root}" overlap. Give the admin area another path.`);
  }
  const other = [root, admin].find((path) => overlap(path, media));
  if (other !== undefined) {
    throw invalid('media', `"${media}" and "${other}" overlap. Give the files of the site another path.`);
  }
  if (csp !== 'own' && csp !== 'off' && typeof csp !== 'function') {
    throw invalid('csp', `"${csp}" is neither 'own' nor 'off' nor a function of our directives.`);
  }
  if (compat !== 'wp' && compat !== 'off') throw invalid('compat', `"${compat}" is neither 'wp' nor 'off'.`);
  if (templates !== undefined && !existsSync(templates)) {
    throw invalid('templates', `There is no folder ${templates}. Create it, or correct the option "templates".`);
  }
}

function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}

/** The address may hold a password, so it is not repeated. */
function assertMail({ mail, mailFrom }: Config): void {
  const isServer = /^smtps?:\/\/[^/]/.test(mail) && URL.canParse(mail);
  if (!isServer && !/^file:./.test(mail)) {
    throw invalid(
      'mail',
      'The option mail is neither a mail server such as smtp://mail.example.com nor file:./folder.',
    );
  }
  if (!/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(mailFrom)) {
    throw invalid('mailFrom', `"${mailFrom}" is not an address. Write it like noreply@example.com, without a name.`);
  }
}

function defaultSender(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  // An IP address is no domain of mail.
  return `noreply@${host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host}`;
}

function assertWire({ bodyTimeout, trustProxy, uploads }: Config): void {
  for (const [name, value] of Object.entries(uploads)) {
    if (Number.isSafeInteger(value) && value > 0) continue;
    throw invalid('uploads', `uploads.${name} is "${value}". Write a whole number above 0.`);
  }
  if (!(bodyTimeout > 0)) throw invalid('bodyTimeout', `"${bodyTimeout}" is not a number of milliseconds above 0.`);
  try {
    createClients(trustProxy);
  } catch (error) {
    throw invalid(
      'trustProxy',
      `"${trustProxy}" names no proxies. Write how many there are, or their addresses and networks: 1, 'loopback', '10.0.0.0/8'.`,
      error,
    );
  }
}

function assertKnown(option: string, value: string, probe: () => unknown): void {
  try {
    probe();
  } catch (error) {
    throw invalid(option, `"${value}" is not a known ${option}.`, error);
  }
}

function normalisePath(option: string, path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (!/^(?:\/[\w.~-]+)+$/.test(trimmed)) throw invalid(option, `"${path}" is not a path such as /${option}.`);
  return trimmed;
}

function invalid(option: string, message: string, cause?: unknown): HostError {
  return new HostError('config_invalid', message, { status: 500, option }, cause === undefined ? undefined : { cause });
}
