import { isIP } from 'node:net';
import { type Logger, pino } from 'pino';
import { DEFAULT_BODY_TIMEOUT } from '../http/body-stream.js';
import { localOutbox } from '../local-defaults.js';
import { createLogDestination } from '../log-destination.js';
import type { CspOption } from '../pages/csp.js';
import type { Plugin } from '../plugins/plugin.js';
import { resolveServices, type ServiceConfig, type ServiceOptions } from '../services/service-options.js';
import { checkConfig, invalid } from './check-config.js';
import type { HostOptions, UploadLimits } from './host-options.js';

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
    log:
      options.log ??
      pino({ level: environment.MORTISE_LOG_LEVEL ?? 'info', redact: REDACTED }, createLogDestination(1)),
  };
  checkConfig(config, environment);
  return config;
}

function normalisePath(option: string, path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  if (!/^(?:\/[\w.~-]+)+$/.test(trimmed)) throw invalid(option, `"${path}" is not a path such as /${option}.`);
  return trimmed;
}

function defaultSender(url: string): string {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  // An IP address is no domain of mail.
  return `noreply@${host === '' || isIP(host.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : host}`;
}
