import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSubmittedForm } from '../../../src/core/admin/submitted-form.js';
import { createSecretBox } from '../../../src/core/crypto/secret-box.js';
import type { Database } from '../../../src/core/database/database.js';
import { parseQuery } from '../../../src/core/http/query.js';
import { createOptionStore } from '../../../src/core/options/option-store.js';
import { createOutbox } from '../../../src/core/outbox/outbox.js';
import { createVersions } from '../../../src/core/services/bus/versions.js';
import { defineSettings, type SettingsOf } from '../../../src/core/settings/group.js';
import { createSettings, type Settings } from '../../../src/core/settings/settings.js';
import { settingsFields, submittedSettings } from '../../../src/core/settings/settings-form.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { coreCatalogues } from '../../../src/core/texts/core-catalogues.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import { describeDatabases } from '../../support/databases.js';

const shop = defineSettings({
  name: 'acme-shop',
  title: 'Shop',
  capability: 'manage_options',
  schema: {
    properties: {
      currency: { type: 'string', title: 'Currency', enum: ['EUR', 'CZK'], default: 'EUR' },
      fee: { type: 'integer', title: 'Fee', minimum: 0, maximum: 1000, default: 500 },
      open: { type: 'boolean', title: 'Open', default: true },
      mail: { type: 'string', title: 'Mail', format: 'email', default: 'shop@example.com' },
      words: { type: 'array', items: { type: 'string' }, title: 'Words', default: ['a'] },
      key: { type: 'string', title: 'Key', writeOnly: true, minLength: 8 },
    },
  },
});

const DEFAULTS: SettingsOf<typeof shop> = {
  currency: 'EUR',
  fee: 500,
  open: true,
  mail: 'shop@example.com',
  words: ['a'],
  key: '',
};

const SECRET = 'a secret of the site of 32 characters';

/** No timer in these tests: they poll for changes of other processes themselves. */
const NEVER = 2 ** 31 - 1;

/** One process: its own cache on a shared database. */
function processOn(db: Database, secrets: Parameters<typeof createSecretBox>[0] = { secret: SECRET }) {
  const warnings: object[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const hooks = createHooks();
  const versions = createVersions(db, log, { interval: NEVER });
  const outbox = createOutbox({ db, hooks, log });
  const store = createOptionStore({ db, versions, log });
  const settings = createSettings({ db, store, hooks, outbox, secretBox: createSecretBox(secrets), log });
  return { settings, hooks, versions, warnings };
}

describeDatabases('settings', (database) => {
  let db: Database;
  let settings: Settings;
  let first: ReturnType<typeof processOn>;
  beforeEach(async () => {
    db = await database();
    first = processOn(db);
    settings = first.settings;
    settings.register(shop, 'acme');
  });

  it('are their defaults until they are saved', async () => {
    expect(await settings.read('acme-shop')).toEqual(DEFAULTS);
    await settings.save('acme-shop', { fee: 10, words: ['x', 'y'] });
    expect(await settings.read('acme-shop')).toEqual({ ...DEFAULTS, fee: 10, words: ['x', 'y'] });
  });

  it('are saved only if the check of their plugin accepts the new values', async () => {
    const reads: unknown[] = [];
    const careful = {
      ...shop,
      name: 'acme-careful',
      async check(next: object, before: object): Promise<Record<string, string>> {
        reads.push([next, before]);
        return 'fee' in next && next.fee === 13 ? { fee: 'Nobody pays that.' } : {};
      },
    };
    settings.register(careful, 'acme');
    await settings.save('acme-careful', { currency: 'CZK' });
    await expect(settings.save('acme-careful', { fee: 13, open: false })).rejects.toMatchObject({
      code: 'settings_value_invalid',
      data: { status: 400, params: { fee: 'Nobody pays that.' } },
    });
    expect(await settings.read('acme-careful')).toEqual({ ...DEFAULTS, currency: 'CZK' });
    expect(reads).toEqual([
      [{ ...DEFAULTS, currency: 'CZK' }, DEFAULTS],
      [
        { ...DEFAULTS, currency: 'CZK', fee: 13, open: false },
        { ...DEFAULTS, currency: 'CZK' },
      ],
    ]);
  });

  it('are labeled in the language of the user', () => {
    const local = (en: string, de: string) => (locale: string) => (locale === 'de' ? de : en);
    const group = defineSettings({
      ...shop,
      schema: {
        properties: {
          open: { type: 'boolean', title: local('Open', 'Offen'), description: local('Now', 'Jetzt'), default: true },
          kind: {
            type: 'string',
            title: 'Kind',
            enum: ['a', 'b'],
            labels: { a: local('First', 'Erstes'), b: 'B' },
            default: 'a',
          },
        },
      },
    });
    const fields = settingsFields(group, { open: true, kind: 'a' }, createStrings('de', coreCatalogues));
    expect(fields).toMatchObject([
      { kind: 'hidden' },
      { name: 'open', label: 'Offen', hint: 'Jetzt' },
      { name: 'kind', options: [{ label: 'Erstes' }, { label: 'B' }] },
    ]);
  });

  it('use a new default where nothing was saved', async () => {
    await settings.save('acme-shop', { fee: 10 });
    const later = processOn(db).settings;
    const properties = { ...shop.schema.properties, currency: { ...shop.schema.properties.currency, default: 'CZK' } };
    later.register({ ...shop, schema: { properties } }, 'acme');
    expect(await later.read('acme-shop')).toMatchObject({ fee: 10, currency: 'CZK' });
  });

  it.each([
    ['out of bounds', { fee: -1 }, 'fee'],
    ['of another type', { open: 'yes' }, 'open'],
    ['not among the choices', { currency: 'USD' }, 'currency'],
    ['of another form', { mail: 'nowhere' }, 'mail'],
    ['a secret that is too short', { key: 'short' }, 'key'],
    ['unknown', { colour: 'red' }, 'colour'],
  ])('reject a value that is %s, and save nothing of the call', async (_kind, wrong, name) => {
    await expect(settings.save('acme-shop', { words: [], ...wrong })).rejects.toMatchObject({
      code: 'settings_value_invalid',
      status: 400,
      data: { params: { [name]: expect.any(String) } },
    });
    expect(await settings.read('acme-shop')).toEqual(DEFAULTS);
  });

  it('fall back to the default when a stored value is no longer valid, and log a warning', async () => {
    await settings.save('acme-shop', { fee: 900, mail: 'other@example.com' });
    const later = processOn(db);
    const properties = { ...shop.schema.properties, fee: { ...shop.schema.properties.fee, maximum: 600 } };
    later.settings.register({ ...shop, schema: { properties } }, 'acme');
    expect(await later.settings.read('acme-shop')).toEqual({ ...DEFAULTS, mail: 'other@example.com' });
    expect(later.warnings).toEqual([expect.objectContaining({ settings: 'acme-shop', setting: 'fee', owner: 'acme' })]);
  });

  it.each(['null', '[]', '"x"', '{"fee":null,"gone":1}'])('survive the stored document %s', async (value) => {
    await db.query
      .insertInto('options')
      .values({
        owner: 'acme',
        name: 'settings:acme-shop',
        value,
        autoload: 1,
        modified_at: '2026-01-01 00:00:00.000',
      })
      .execute();
    expect(await settings.read('acme-shop')).toEqual(DEFAULTS);
  });

  it('do not lose concurrent saves', async () => {
    const second = processOn(db).settings;
    second.register(shop, 'acme');
    await Promise.all([
      settings.save('acme-shop', { fee: 1 }),
      second.save('acme-shop', { open: false }),
      settings.save('acme-shop', { mail: 'a@example.com' }),
      second.save('acme-shop', { words: ['w'] }),
    ]);
    expect(await processRead()).toEqual({ ...DEFAULTS, fee: 1, open: false, mail: 'a@example.com', words: ['w'] });

    function processRead() {
      const fresh = processOn(db).settings;
      fresh.register(shop, 'acme');
      return fresh.read('acme-shop');
    }
  });

  it('are refreshed in another process that has cached them', async () => {
    const second = processOn(db);
    second.settings.register(shop, 'acme');
    await second.settings.read('acme-shop');
    await second.versions.poll();
    await settings.save('acme-shop', { fee: 1 });
    expect((await settings.read('acme-shop')).fee).toBe(1);
    await second.versions.poll();
    expect((await second.settings.read('acme-shop')).fee).toBe(1);
  });

  it('cannot be changed through the returned values', async () => {
    const values = (await settings.read('acme-shop')) as { fee: number; words: string[] };
    expect(() => {
      values.fee = 1;
    }).toThrow(TypeError);
    expect(() => values.words.push('x')).toThrow(TypeError);
  });

  it('announce changed names once per save, and nothing without a change', async () => {
    const calls: unknown[] = [];
    first.hooks.addAction('settings_updated', (...details: unknown[]) => void calls.push(details));
    expect(await settings.save('acme-shop', { fee: 1, open: true, key: 'a secret key' })).toEqual(['fee', 'key']);
    expect(await settings.save('acme-shop', { fee: 1 })).toEqual([]);
    expect(await settings.reset('acme-shop')).toEqual(['fee', 'key']);
    expect(calls).toEqual([
      ['acme-shop', ['fee', 'key'], null],
      ['acme-shop', ['fee', 'key'], null],
    ]);
    expect(await settings.read('acme-shop')).toEqual(DEFAULTS);
  });

  const storedText = async (): Promise<string> =>
    (await db.query.selectFrom('options').select('value').where('name', '=', 'settings:acme-shop').executeTakeFirst())
      ?.value ?? '';
  const KEY = 'a secret key';

  it('are stored with encrypted secrets, which only the secret of the site decrypts', async () => {
    await settings.save('acme-shop', { fee: 1, key: KEY });
    expect(await storedText()).not.toContain(KEY);
    expect(await processWith({ secret: SECRET }).read('acme-shop')).toMatchObject({ fee: 1, key: KEY });
    const stranger = processWith({ secret: 'another one of thirty-two characters' });
    expect(await stranger.read('acme-shop')).toMatchObject({ fee: 1, key: '' });
    // Saving another value without the secret keeps the encrypted value.
    await stranger.save('acme-shop', { fee: 2 });
    expect(await processWith({ secret: SECRET }).read('acme-shop')).toMatchObject({ fee: 2, key: KEY });
    await stranger.reset('acme-shop');
    expect(await processWith({ secret: SECRET }).read('acme-shop')).toEqual(DEFAULTS);
  });

  it('encrypt plain-text secrets of an earlier release, and re-encrypt them with a new site secret', async () => {
    const value = JSON.stringify({ fee: 7, key: KEY });
    const row = {
      name: 'settings:acme-shop',
      owner: 'acme',
      value,
      autoload: 1,
      modified_at: '2026-01-01 00:00:00.000',
    };
    await db.query.insertInto('options').values(row).execute();
    expect(await settings.read('acme-shop')).toMatchObject({ fee: 7, key: KEY });
    await settings.sealStored();
    const sealed = await storedText();
    expect(sealed).not.toContain(KEY);
    await settings.sealStored();
    expect(await storedText()).toBe(sealed);
    const secret = 'another one of thirty-two characters';
    await processWith({ secret, previousSecrets: [SECRET] }).sealStored();
    expect(await processWith({ secret }).read('acme-shop')).toMatchObject({ fee: 7, key: KEY });
  });

  it('bind a secret to one setting: it is empty after it is moved to another', async () => {
    await settings.save('acme-shop', { key: KEY });
    const value = await storedText();
    await db.query.updateTable('options').set({ name: 'settings:acme-yard' }).execute();
    const elsewhere = processOn(db).settings;
    elsewhere.register({ ...shop, name: 'acme-yard' }, 'acme');
    expect(value).toContain('sealed1:');
    expect((await elsewhere.read('acme-yard')).key).toBe('');
  });

  function processWith(secrets: Parameters<typeof createSecretBox>[0]): Settings {
    const other = processOn(db, secrets).settings;
    other.register(shop, 'acme');
    return other;
  }

  it('can be adjusted by a filter in spite of the cache', async () => {
    await settings.read('acme-shop');
    const remove = first.hooks.addFilter('settings_values', (values, name) => ({ ...values, fee: name.length }));
    expect((await settings.read('acme-shop')).fee).toBe('acme-shop'.length);
    remove.remove();
    expect((await settings.read('acme-shop')).fee).toBe(500);
  });

  it('belong to one owner and are removed with it', async () => {
    expect(() => settings.register(shop, 'other')).toThrow(expect.objectContaining({ code: 'settings_exists' }));
    await settings.save('acme-shop', { fee: 1 });
    settings.removeOwner('acme');
    await expect(settings.read('acme-shop')).rejects.toMatchObject({ code: 'settings_unknown', status: 404 });
    settings.register(shop, 'other');
    expect((await settings.read('acme-shop')).fee).toBe(500);
  });
});

describe('settings group', () => {
  const settings = createSettings({
    db: { transaction: (work) => work() },
    store: { read: async () => null, change: async () => undefined },
    hooks: createHooks(),
    outbox: { announce: async () => undefined },
    secretBox: createSecretBox({ secret: SECRET }),
    log: pino({ level: 'silent' }),
  });

  it.each([
    ['a name with capitals', { name: 'Shop' }],
    ['no default', { schema: { properties: { a: { type: 'string', title: 'A' } } } }],
    ['a default that does not fit', { schema: { properties: { a: { type: 'integer', title: 'A', default: 'x' } } } }],
    ['objects', { schema: { properties: { a: { type: 'object', title: 'A', default: {} } } } }],
    [
      'lists of numbers',
      { schema: { properties: { a: { type: 'array', items: { type: 'integer' }, title: 'A', default: [] } } } },
    ],
    [
      'a secret number',
      { schema: { properties: { a: { type: 'integer', title: 'A', default: 1, writeOnly: true } } } },
    ],
    [
      'a field that begins like those of forms',
      { schema: { properties: { _a: { type: 'string', title: 'A', default: '' } } } },
    ],
  ])('cannot have %s', (_kind, change) => {
    expect(() => settings.register({ ...shop, ...change } as never, 'acme')).toThrow(
      expect.objectContaining({ code: 'settings_invalid' }),
    );
  });
});

describe('settings form', () => {
  const strings = createStrings('en', coreCatalogues);
  const values = { ...DEFAULTS, key: 'a secret key' };

  /** Values that a browser sends for the form as opened, with these changes. */
  function sent(changes: Record<string, string>, removed: readonly string[] = []) {
    const before = JSON.stringify({ currency: 'EUR', fee: 500, open: true, mail: 'shop@example.com', words: ['a'] });
    const fields: Record<string, string> = {
      _before: before,
      currency: 'EUR',
      fee: '500',
      open: '1',
      mail: 'shop@example.com',
      words: 'a',
      key: '',
      ...changes,
    };
    for (const name of removed) delete fields[name];
    return submittedSettings(shop, createSubmittedForm(parseQuery(new URLSearchParams(fields).toString())));
  }

  it('never contains a secret', () => {
    expect(JSON.stringify(settingsFields(shop, values, strings))).not.toContain('a secret key');
  });

  it('saves only changed fields', () => {
    expect(sent({})).toEqual({});
    expect(sent({ fee: '1', words: ' x \r\n\r\ny' })).toEqual({ fee: 1, words: ['x', 'y'] });
    expect(sent({}, ['open'])).toEqual({ open: false });
  });

  it('keeps a secret that was left empty and removes it on request', () => {
    expect(sent({ key: 'another key' })).toEqual({ key: 'another key' });
    expect(sent({ _remove_key: '1' })).toEqual({ key: '' });
  });

  it('passes values that cannot be coerced on to validation', () => {
    expect(sent({ fee: 'much' })).toEqual({ fee: 'much' });
    expect(sent({ fee: '' })).toEqual({ fee: '' });
  });
});
