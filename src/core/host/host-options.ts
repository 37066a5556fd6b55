import type { DatabaseAddress } from '../database/address.js';
import type { TrustProxy } from '../http/client-address.js';
import type { ScryptCost } from '../identity/passwords.js';
import type { CspOption } from '../pages/csp.js';
import type { Layout } from '../pages/layout.js';
import type { LoginOptions } from '../pages/login-links.js';
import type { Plugin } from '../plugins/plugin.js';
import type { CorsOptions } from '../rest/cors.js';
import type { LicenceOptions } from '../services/licence/host-licences.js';
import type { ServiceOptions } from '../services/service-options.js';
import type { ReadLimit } from './read-limit.js';
import type { LogOption } from './site-log.js';
import type { CspNonce, Identify } from './site-questions.js';

/** Options of `createHost`. Only `secret` is required. Names in brackets are environment variables. */
export interface HostOptions extends ServiceOptions {
  /** Private key of at least 32 characters, from which the nonce key is derived. [MORTISE_SECRET] */
  secret?: string | undefined;
  /** Earlier secrets that remain valid during a rotation. */
  previousSecrets?: readonly string[];
  /** Public URL at which `host.handler()` is mounted, e.g. `https://example.com`. [MORTISE_URL] */
  url?: string | undefined;
  /**
   * Database URL, or an object with the URL and connection options: `sqlite:./data/site.db`,
   * `{ url: 'mysql://user:password@host/name', pool: { max: 5 } }`. [MORTISE_DATABASE_URL]
   */
  database?: string | DatabaseAddress | undefined;
  plugins?: readonly Plugin[];
  /** Returns the user of a request according to the site's own login, or a falsy value. */
  identify?: Identify;
  /** Rejects users of `identify` that have no local account, instead of creating one. */
  provision?: boolean;
  /**
   * Source of the roles of users from `identify`. `site`: the roles it returns apply to every request. `host`: they
   * are only used when the account is created, and managed here afterwards. @default 'site'
   */
  roleSource?: 'site' | 'host';
  /** scrypt cost of password hashes. Default: OWASP's 32 MiB, `{ logCost: 15, blockSize: 8, parallelism: 3 }`. */
  passwordCost?: ScryptCost;
  name?: string; // [MORTISE_NAME]
  description?: string;
  /** BCP 47 locale. [MORTISE_LOCALE] */
  locale?: string;
  /** IANA time zone. [MORTISE_TIMEZONE] */
  timezone?: string;
  /** Path of the REST root. @default '/api' */
  root?: string;
  /** Path of the admin area. @default '/admin' */
  admin?: string;
  /** Path of files for browsers: images of the media library and signed URLs. @default '/media' */
  media?: string;
  /** Wraps our pages in the site's own header and footer. */
  layout?: Layout;
  /** Content-Security-Policy of our pages: our strict one, one changed by a function, or none. @default 'own' */
  csp?: CspOption;
  /**
   * Returns the nonce of the site's own policy for a request. Our pages then use it instead of one of ours. Called
   * like `identify`: `(request: express.Request) => request.res?.locals.cspNonce`.
   */
  cspNonce?: CspNonce;
  /** URLs where users of the site's own login (`identify`) sign in and out. */
  login?: LoginOptions;
  /** Folder of the site's templates. They override those of plugins. */
  templates?: string | URL;
  /** Subfolder of `templates` searched first. */
  theme?: string;
  /**
   * Folder of the site's texts, `{name}/{locale}.json`: additional languages of a plugin or the core, or changed
   * texts. `mortise texts export` writes the files to translate.
   */
  texts?: string | URL;
  /**
   * Mail server, `smtp://name:password@mail.example.com` or `smtps://...`, or a folder, `file:./mails`. Default: the
   * folder `outbox` next to the database. [MORTISE_MAIL_URL]
   */
  mail?: string | undefined;
  /** Sender address of emails. Default: `noreply@` and the host of `url`. */
  mailFrom?: string;
  /**
   * Proxies trusted in X-Forwarded-For and X-Forwarded-Proto, as in Express's setting of that name: number of hops,
   * addresses and networks, or a function. Default: the setting of the Express application that mounts the handler, or
   * none.
   */
  trustProxy?: TrustProxy;
  /** Origins whose pages may call REST routes, e.g. `['https://app.example.com']`. Default: only the site's own. */
  cors?: CorsOptions;
  /** `wp` also accepts and sends `X-WP-*` headers, for clients written for WordPress. @default 'wp' */
  compat?: 'wp' | 'off';
  /** Answers wrong Basic credentials with WordPress's two error codes, which reveal existing user names. */
  compatBasicErrors?: boolean;
  /** Limits of the media library: bytes per file (default 64 MiB) and pixels per image (default 100 million). */
  uploads?: UploadLimits;
  /** Folder for uploads in progress. Default: one in the system's folder for temporary files. */
  uploadFolder?: string;
  /** Milliseconds without progress before an incoming body is aborted. @default 10000 */
  bodyTimeout?: number;
  /**
   * Limit on anonymous requests for pages and public routes, per address and process. `false` if a CDN or proxy
   * already limits them. @default { max: 600, window: '1m' }
   */
  readLimit?: ReadLimit | false;
  /** Accepts `X-CMS-Authorization` if there is no Authorization header, for proxies that strip it. */
  authorizationHeader?: boolean;
  /** Accepted licence keys and their validation. Default: none, by signature. */
  licences?: LicenceOptions;
  /** `allowPrivate` allows webhooks to this machine and the local network, which are blocked otherwise. */
  webhooks?: { readonly allowPrivate?: boolean };
  /**
   * Accepts application passwords and access tokens over plain HTTP from other machines. Only for tests behind a
   * tunnel, never in public.
   */
  allowInsecureAuth?: boolean;
  /**
   * Shows details of unexpected errors and checks templates strictly. Default: true unless NODE_ENV is `production`.
   */
  debug?: boolean;
  /**
   * A logger of the site (pino, winston, bunyan, Fastify's `log`, `console`), `{ level: 'warn' }` for our own, or
   * `false`. Default: pino on standard output. [MORTISE_LOG_LEVEL]
   */
  log?: LogOption | undefined;
}

/** Limits for uploaded images. */
export interface UploadLimits {
  readonly maxBytes?: number;
  /** Limit for all frames of an animated image together. */
  readonly maxPixels?: number;
}

/**
 * Types a `mortise.config.ts` for editors: `export default defineConfig({ ... })`. It accepts the same object as
 * `createHost`.
 */
export function defineConfig(options: HostOptions): HostOptions {
  return options;
}
