import { DATABASE_OPTION } from '../database/address.js';
import { BOOLEAN, func, group, type OptionType, type OptionTypes, oneOf, text } from '../option-types.js';
import { isRecord } from '../record.js';
import { SERVICE_OPTIONS } from '../services/service-options.js';
import type { HostOptions } from './host-options.js';
import { LOG_OPTION } from './site-log.js';

const isText = (value: unknown): boolean => typeof value === 'string';

const FOLDER: OptionType = {
  accepts: (value) => isText(value) || value instanceof URL,
  write: "the path of a folder such as './templates', or a file: URL",
};

const PATH = text("a path such as '/help'");

const POSITIVE: OptionType = {
  accepts: (value) => typeof value === 'number' && value > 0,
  write: 'a number above 0',
};

/** Types of all options of `createHost`. check-config.ts validates their values. */
export const HOST_OPTIONS: OptionTypes<keyof HostOptions> = {
  ...SERVICE_OPTIONS,
  secret: text('32 random characters or more, as a string'),
  previousSecrets: {
    accepts: (value) => Array.isArray(value) && value.every(isText),
    write: 'a list of strings: the secrets used before',
  },
  url: text("the public URL as a string, such as 'https://example.com'"),
  database: DATABASE_OPTION,
  plugins: { accepts: Array.isArray, write: 'a list of plugins: [knowledgeBase(), recipes()]' },
  identify: func('a function of the request that returns the user, or null'),
  provision: BOOLEAN,
  roleSource: oneOf(['site', 'host']),
  passwordCost: group({ logCost: POSITIVE, blockSize: POSITIVE, parallelism: POSITIVE }),
  name: text('the name of the site as a string'),
  description: text('a sentence about the site as a string'),
  locale: text("a language tag such as 'en' or 'pt-br'"),
  timezone: text("a time zone such as 'Europe/Prague'"),
  root: PATH,
  admin: PATH,
  media: PATH,
  layout: func('a function that returns the HTML of a complete page'),
  csp: { accepts: (value) => isText(value) || typeof value === 'function', write: "'own', 'off', or a function" },
  cspNonce: func('a function of the request that returns the nonce, or null'),
  login: group({
    url: text("a path such as '/login', or a full URL"),
    logoutUrl: text("a path such as '/logout', or a full URL"),
    accountUrl: text("a path such as '/account', or a full URL"),
    redirectParameter: text("the name of a query parameter such as 'next'"),
  }),
  templates: FOLDER,
  theme: text('the name of a folder in `templates`'),
  texts: FOLDER,
  mail: text('the URL of a mail server such as smtp://mail.example.com, or file:./folder'),
  mailFrom: text('an email address such as noreply@example.com'),
  trustProxy: {
    accepts: (value) =>
      ['boolean', 'number', 'string', 'function'].includes(typeof value) ||
      (Array.isArray(value) && value.every(isText)),
    write: "a number of proxies, or their addresses and networks: 1, 'loopback', ['10.0.0.0/8']",
  },
  cors: group({
    origins: {
      accepts: (value) => Array.isArray(value) || typeof value === 'function',
      write: "a list of origins such as ['https://app.example.com'], or a function",
    },
    credentials: BOOLEAN,
    maxAge: { accepts: (value) => typeof value === 'number' && value >= 0, write: 'a number of seconds' },
  }),
  compat: oneOf(['wp', 'off']),
  compatBasicErrors: BOOLEAN,
  uploads: group({ maxBytes: POSITIVE, maxPixels: POSITIVE }),
  uploadFolder: text('the path of a folder'),
  bodyTimeout: POSITIVE,
  readLimit: {
    accepts: (value) => value === false || isRecord(value),
    write: "{ max: 600, window: '1m' }, or false for no limit",
    members: {
      max: POSITIVE,
      window: {
        accepts: (value) => isText(value) || typeof value === 'number',
        write: "a duration such as '1m', or milliseconds",
      },
    },
  },
  authorizationHeader: BOOLEAN,
  licences: group({
    keys: { accepts: isRecord, write: 'an object with public keys by key ID' },
    provider: { accepts: isRecord, write: 'a licence provider such as remoteLicences({ ... })' },
  }),
  webhooks: group({ allowPrivate: BOOLEAN }),
  allowInsecureAuth: BOOLEAN,
  debug: BOOLEAN,
  log: LOG_OPTION,
};
