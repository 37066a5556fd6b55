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

/** What a site tells `createHost`. Everything but `secret` has a default; names in brackets are the environment's. */
export interface HostOptions extends ServiceOptions {
  /** At least 32 characters, kept private: the key of nonces derives from it. [MORTISE_SECRET] */
  secret?: string | undefined;
  /** Earlier secrets that are still accepted while they are being rotated out. */
  previousSecrets?: readonly string[];
  /** Public address of the place where `host.handler()` is mounted, e.g. `https://example.com`. [MORTISE_URL] */
  url?: string | undefined;
  /**
   * URL of the database, or an object with the URL and how to connect: `sqlite:./data/site.db`,
   * `{ url: 'mysql://user:password@host/name', pool: { max: 5 } }`. [MORTISE_DATABASE_URL]
   */
  database?: string | DatabaseAddress | undefined;
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
   * Folder with texts of the site, `{name}/{locale}.json`: another language of a plugin or of the core, or other words.
   * `mortise texts export` writes what there is to translate.
   */
  texts?: string | URL;
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
  trustProxy?: TrustProxy;
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
  /**
   * Limit on anonymous requests for pages and public routes, by address and process, or `false` where a CDN or proxy in
   * front limits them. @default { max: 600, window: '1m' }
   */
  readLimit?: ReadLimit | false;
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
  /**
   * A logger of the site (pino, winston, bunyan, Fastify's `log`, `console`), `{ level: 'warn' }` for our own, or
   * `false`. Default: pino on the standard output. [MORTISE_LOG_LEVEL]
   */
  log?: LogOption | undefined;
}

export interface UploadLimits {
  readonly maxBytes?: number;
  /** Of all frames of a picture that moves. */
  readonly maxPixels?: number;
}

/**
 * Helps editors to complete a `mortise.config.ts`: `export default defineConfig({ ... })`, the same object as
 * `createHost` takes.
 */
export function defineConfig(options: HostOptions): HostOptions {
  return options;
}
