import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { type ConfiguredDatabase, DATABASE_OPTION } from '../database/address.js';
import { DEFAULT_BODY_TIMEOUT } from '../http/body-stream.js';
import { localDatabase, localOutbox } from '../local-defaults.js';
import { assertOptionTypes, invalidOption } from '../option-types.js';
import type { CspOption } from '../pages/csp.js';
import type { Plugin } from '../plugins/plugin.js';
import { resolveServices, type ServiceConfig, type ServiceOptions } from '../services/service-options.js';
import { trimTrailingSlashes } from '../trim-slashes.js';
import { checkConfig } from './check-config.js';
import { HOST_OPTIONS } from './host-option-types.js';
import type { HostOptions, UploadLimits } from './host-options.js';
import { DEFAULT_READ_LIMIT, type ReadLimit } from './read-limit.js';
import { createSiteLog } from './site-log.js';

/** Options of a host with all defaults filled in. */
export interface Config
  extends Omit<HostOptions, 'log' | 'database' | 'readLimit' | keyof ServiceOptions>,
    ServiceConfig {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  readonly url: string;
  /** Whether the public URL was configured. The default is a guess and must not be used for links in emails. */
  readonly isUrlKnown: boolean;
  readonly database: ConfiguredDatabase;
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
  /** Null for no limit. */
  readonly readLimit: Required<ReadLimit> | null;
  readonly debug: boolean;
  readonly log: Logger;
}

const DEFAULT_UPLOADS: Required<UploadLimits> = { maxBytes: 64 * 1024 * 1024, maxPixels: 100_000_000 };

const DEFAULT_DATABASE = 'sqlite:./data/site.db';

/**
 * Returns the database URL and connection options, for commands that need no host.
 * @throws HostError `config_invalid` for an option of the wrong type
 */
export function databaseAddress(
  { database }: Pick<HostOptions, 'database'>,
  environment: NodeJS.ProcessEnv = process.env,
): ConfiguredDatabase {
  assertOptionTypes({ database }, { database: DATABASE_OPTION });
  const { MORTISE_DATABASE_URL: variable } = environment;
  const address = database ?? variable ?? DEFAULT_DATABASE;
  const { url, ...connection } = typeof address === 'string' ? { url: address } : address;
  return { url, ...connection, source: url === variable ? 'MORTISE_DATABASE_URL' : 'The option "database"' };
}

/**
 * Returns a notice for sites that use the embedded database although DATABASE_URL is set. Hosting platforms set that
 * variable for the site's own database, where we must not create tables without being asked.
 */
export function databaseNotice(
  { url }: ConfiguredDatabase,
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  const { DATABASE_URL: foreign = '', MORTISE_DATABASE_URL: own } = environment;
  const isEmbedded = url === DEFAULT_DATABASE || url === localDatabase(environment);
  if (!isEmbedded || foreign === '' || own !== undefined) return null;
  return `DATABASE_URL is set but not used: the database is ${url}. Set MORTISE_DATABASE_URL to use another one.`;
}

/**
 * Applies environment variables and defaults, and validates the result.
 * @throws HostError `config_invalid` with the option's name and a valid example
 */
export function resolveConfig(options: HostOptions, environment: NodeJS.ProcessEnv = process.env): Config {
  assertOptionTypes(options, HOST_OPTIONS);
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
    readLimit: options.readLimit === false ? null : { ...DEFAULT_READ_LIMIT, ...options.readLimit },
    debug,
    log: createSiteLog(options.log, environment),
  };
  checkConfig(config, environment);
  return config;
}

function normalisePath(option: string, path: string): string {
  const trimmed = trimTrailingSlashes(path);
  if (!/^(?:\/[\w.~-]+)+$/.test(trimmed)) throw invalidOption(option, `"${path}" is not a path such as /${option}.`);
  return trimmed;
}

function defaultSender(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  // An IP address is not a valid email domain.
  return `noreply@${host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host}`;
}
