import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DATABASE_OPTION } from '../../src/core/database/address.js';
import type { HostError } from '../../src/core/errors.js';
import { databaseAddress, databaseNotice, resolveConfig } from '../../src/core/host/config.js';
import { HOST_OPTIONS } from '../../src/core/host/host-option-types.js';
import type { HostOptions } from '../../src/core/host/host-options.js';
import { localDefaults } from '../../src/core/local-defaults.js';
import { assertOptionTypes } from '../../src/core/option-types.js';

const SECRET = 'a secret for tests, long enough to be accepted';

/** Data folder in which `localDefaults` creates the secret. */
const folder = mkdtempSync(path.join(tmpdir(), 'mortise-options-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of every type. Each option rejects most of them. */
const WRONG = [null, 7, true, 'hunter2', [], {}, () => 1, Symbol('hunter2')];

function refusal(options: object): HostError {
  try {
    resolveConfig({ secret: SECRET, ...options } as HostOptions, {});
  } catch (error) {
    return error as HostError;
  }
  return expect.unreachable(`${Object.keys(options).join()} was accepted`);
}

describe('createHost options', () => {
  it.each<[string, object, string]>([
    ['a number as database', { database: 5 }, 'The option "database" is a number. Use a URL, or an object with'],
    [
      'a database without a URL',
      { database: { host: 'localhost' } },
      'The option "database" is an object of the wrong form.',
    ],
    ['null as redis', { redis: null }, 'The option "redis" is null. Use the URL of a Redis server'],
    ['an object as storage', { storage: { folder: 'x' } }, 'The option "storage" is an object'],
    ['a list as url', { url: ['https://example.com'] }, 'The option "url" is a list.'],
    ['a number as secret', { secret: 12345 }, 'The option "secret" is a number.'],
    ['one plugin without a list', { plugins: { name: 'a', setup: () => undefined } }, 'Use a list of plugins'],
    ['an object as identify', { identify: { id: 1 } }, 'The option "identify" is an object'],
    ['text as cors', { cors: 'https://app.example.com' }, 'Use an object with origins, credentials, maxAge.'],
    ['an object as trustProxy', { trustProxy: {} }, 'The option "trustProxy" is an object'],
    ['text as processes', { processes: '4' }, 'The option "processes" is a string. Use the number of processes'],
    ['an unknown value of jobs', { jobs: 'on' }, "Use 'serve' or 'off'."],
    ['text as debug', { debug: 'true' }, 'The option "debug" is a string. Use true or false.'],
    ['a level alone as log', { log: 'debug' }, "Use a logger such as pino, winston or console, { level: 'warn' }"],
    ['an unknown level', { log: { level: 'loud' } }, 'trace, debug, info, warn, error, fatal, silent'],
    ['an object without methods as log', { log: {} }, 'The option "log" is an object of the wrong form.'],
    ['a member of the wrong type', { uploads: { maxBytes: '64mb' } }, 'The option "uploads.maxBytes" is a string.'],
    ['a misspelt option', { databse: 'sqlite::memory:' }, 'There is no option "databse". Did you mean "database"?'],
    ['an option in another case', { trustproxy: 1 }, 'Did you mean "trustProxy"?'],
    ['a misspelt member', { cors: { origin: [] } }, 'There is no option "cors.origin". Did you mean "cors.origins"?'],
    ['an option that nobody has', { sendgrid: 'hunter2' }, 'There is no option "sendgrid". Available: admin, '],
  ])('reject %s at startup', (_, options, message) => {
    expect(refusal(options)).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(message),
      data: { option: Object.keys(options)[0] },
    });
  });

  it.each(Object.keys(HOST_OPTIONS))('never quote the value of %s', (name) => {
    const refused = WRONG.filter((value) => {
      try {
        assertOptionTypes({ [name]: value }, HOST_OPTIONS);
        return false;
      } catch (error) {
        expect(error).toMatchObject({ code: 'config_invalid', data: { option: name } });
        expect((error as Error).message).not.toContain('hunter2');
        return true;
      }
    });
    expect(refused.length).toBeGreaterThan(0);
  });

  it('may be undefined, as environment variables are', () => {
    const options = Object.fromEntries(Object.keys(HOST_OPTIONS).map((name) => [name, undefined]));
    expect(resolveConfig({ ...options, secret: SECRET }, {})).toMatchObject({ name: 'Mortise', redis: null });
  });
});

describe('database option', () => {
  const check = (database: unknown): void => assertOptionTypes({ database }, { database: DATABASE_OPTION });
  const url = 'mysql://user:hunter2@localhost/site';

  it.each(['', 'mortise_', 'm_', 'shop2_mortise_', `${'a'.repeat(13)}_`])(
    'accepts the table prefix %j',
    (tablePrefix) => {
      expect(() => check({ url, tablePrefix })).not.toThrow();
    },
  );

  it.each(['mortise', '_', 'Mortise_', '2m_', 'shop-', 'a b_', `${'a'.repeat(14)}_`, 'restore_old_', 'ä_', 7])(
    'rejects the table prefix %j',
    (tablePrefix) => {
      expect(() => check({ url, tablePrefix })).toThrow(/"database\.tablePrefix" .* Use lower-case letters/);
    },
  );

  it.each([
    ['pool', 10, 'an object with max'],
    ['pool', { maximum: 10 }, 'no option "database.pool.maximum"'],
    ['pool', { max: 0 }, '"database.pool.max" is a number'],
    ['ssl', 'true', '"database.ssl" is a string'],
    ['ssl', { ca: '/etc/ssl/ca.pem' }, 'not the name of a file'],
    ['ssl', { verifyIdentity: 'yes' }, '"database.ssl.verifyIdentity" is a string'],
    ['socketPath', 'mysqld.sock', '"database.socketPath"'],
    ['tableprefix', 'a_', 'Did you mean "database.tablePrefix"?'],
  ])('rejects %s: %j', (name, value, message) => {
    expect(() => check({ url, [name]: value })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    expect(() => check({ url, [name]: value })).toThrow(message);
  });

  it('is read from MORTISE_DATABASE_URL, which errors name', () => {
    const environment = { MORTISE_DATABASE_URL: url, DATABASE_URL: 'postgres://localhost/shop' };
    expect(databaseAddress({}, environment)).toEqual({ url, source: 'MORTISE_DATABASE_URL' });
    expect(
      databaseAddress({ database: localDefaults({ ...environment, MORTISE_DATA: folder }).database }, environment),
    ).toEqual({ url, source: 'MORTISE_DATABASE_URL' });
    expect(databaseAddress({ database: 'sqlite:./a.db' }, environment).source).toBe('The option "database"');
  });

  it('keeps the connection settings', () => {
    const database = { url, tablePrefix: 'shop_', pool: { max: 3 }, ssl: true, socketPath: '/run/db.sock' };
    expect(databaseAddress({ database }, {})).toEqual({ ...database, source: 'The option "database"' });
  });
});

describe('DATABASE_URL', () => {
  const environment = { DATABASE_URL: 'mysql://shop:hunter2@localhost/shop' };

  it('is ignored: the embedded database is used, with a notice', () => {
    const database = databaseAddress({}, environment);
    expect(database.url).toBe('sqlite:./data/site.db');
    expect(databaseNotice(database, environment)).toBe(
      'DATABASE_URL is set but not used: the database is sqlite:./data/site.db. Set MORTISE_DATABASE_URL to use another one.',
    );
  });

  it('is ignored by localDefaults as well', () => {
    expect(localDefaults({ ...environment, MORTISE_DATA: folder }).database).toBe(`sqlite:${folder}/site.db`);
  });

  it.each<[string, object, NodeJS.ProcessEnv]>([
    ['MORTISE_DATABASE_URL is set', {}, { ...environment, MORTISE_DATABASE_URL: 'sqlite:./data/site.db' }],
    ['the site configures a database', { database: 'sqlite:./shop.db' }, environment],
    ['it is not set', {}, {}],
    ['it is empty', {}, { DATABASE_URL: '' }],
  ])('has no notice if %s', (_, options, invalid) => {
    expect(databaseNotice(databaseAddress(options, invalid), invalid)).toBeNull();
  });
});
