import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { createOptionStore, MAX_OPTION_BYTES } from '../../../src/core/options/option-store.js';
import { createOptions } from '../../../src/core/options/options.js';
import { optionMigrations } from '../../../src/core/options/tables.js';
import { createVersions } from '../../../src/core/services/bus/versions.js';
import type { JsonSchema } from '../../../src/rest.js';
import { describeDatabases } from '../../support/databases.js';

/** Poll interval that never elapses: the tests poll for changes explicitly. */
const NEVER = 2 ** 31 - 1;

const DEGREES = {
  name: 'acme_degrees',
  schema: { type: 'integer', minimum: 0, maximum: 300 },
  default: 180,
  autoload: true,
} as const;

/** Creates the services of one process: its own cache over a shared database. */
function processOn(db: Database) {
  const warnings: object[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) });
  const versions = createVersions(db, log, { interval: NEVER });
  const store = createOptionStore({ db, versions, log });
  const options = createOptions({ store, log });
  return { options, acme: options.forOwner('acme'), versions, warnings, store };
}

describeDatabases('options', (database) => {
  let db: Database;
  let first: ReturnType<typeof processOn>;
  beforeEach(async () => {
    db = await database();
    first = processOn(db);
  });
  afterEach(() => first.versions.close());

  const rows = () => db.query.selectFrom('options').selectAll().execute();

  it('have their default value until set and after being deleted', async () => {
    const degrees = first.acme.define(DEGREES);
    expect(await degrees.get()).toBe(180);
    expect(await rows()).toEqual([]);
    await degrees.set(200);
    expect(await degrees.get()).toBe(200);
    expect(await first.options.get('acme_degrees')).toBe(200);
    await degrees.delete();
    expect(await degrees.get()).toBe(180);
    expect(await rows()).toEqual([]);
  });

  it.each([true, false])('distinguish null from a missing value, autoloaded %s', async (autoload) => {
    const last = first.acme.define({
      name: 'acme_last',
      schema: { type: ['string', 'null'] },
      default: 'never',
      autoload,
    });
    await last.set(null);
    expect(await last.get()).toBeNull();
  });

  it.each([[-1], [1.5], ['200'], [null], [undefined], [{}], [Number.NaN]])('reject %j', async (value) => {
    const degrees = first.acme.define(DEGREES);
    await degrees.set(1 as never);
    await expect(degrees.set(value as never)).rejects.toMatchObject({ code: 'option_invalid', status: 400 });
    expect(await degrees.get()).toBe(1);
  });

  it('are limited to 64 KiB', async () => {
    const text = first.acme.define({ name: 'acme_text', schema: { type: 'string' }, default: '', autoload: false });
    await text.set('x'.repeat(MAX_OPTION_BYTES - 2));
    for (const value of ['x'.repeat(MAX_OPTION_BYTES - 1), 'ä'.repeat(MAX_OPTION_BYTES / 2)]) {
      await expect(text.set(value)).rejects.toMatchObject({ code: 'option_too_large', status: 413 });
    }
    expect(await text.get()).toHaveLength(MAX_OPTION_BYTES - 2);
  });

  it('replace cached values in other processes', async () => {
    const second = processOn(db);
    const [ours, theirs] = [first.acme.define(DEGREES), second.acme.define(DEGREES)];
    expect(await theirs.get()).toBe(180);
    await second.versions.poll();
    for (const degrees of [1, 2]) {
      await ours.set(degrees);
      await second.versions.poll();
      expect(await theirs.get()).toBe(degrees);
    }
  });

  it('are autoloaded with a single query and cached afterwards', async () => {
    const handles = ['acme_a', 'acme_b', 'acme_c'].map((name) => first.acme.define({ ...DEGREES, name }));
    for (const handle of handles) await handle.set(5);
    const fresh = processOn(db);
    const queries = countQueries(db);
    const read = ['acme_a', 'acme_b', 'acme_c'].map((name) => fresh.acme.define({ ...DEGREES, name }));
    await Promise.all(read.map((handle) => handle.get()));
    for (const handle of read) expect(await handle.get()).toBe(5);
    expect(queries.stop()).toBe(1);
  });

  it('lose no concurrent updates', async () => {
    const second = processOn(db);
    const counters = [first, second].map(({ acme }) =>
      acme.define({ name: 'acme_count', schema: { type: 'integer' }, default: 0, autoload: true }),
    );
    await Promise.all(Array.from({ length: 10 }, (_, index) => counters[index % 2]?.update((count) => count + 1)));
    await second.versions.poll();
    expect(await Promise.all(counters.map((counter) => counter.get()))).toEqual([10, 10]);
  });

  it('are visible within their transaction and roll back when it fails', async () => {
    const degrees = first.acme.define(DEGREES);
    await degrees.get();
    const work = db.transaction(async () => {
      await degrees.set(7);
      expect(await degrees.get()).toBe(7);
      throw new Error('undone');
    });
    await expect(work).rejects.toThrow('undone');
    expect(await degrees.get()).toBe(180);
  });

  it('cannot be changed through a value that was read', async () => {
    const list = first.acme.define({
      name: 'acme_list',
      schema: { type: 'array', items: { type: 'string' }, maxItems: 5 },
      default: ['a'],
      autoload: true,
    });
    await expect(async () => (await list.get()).push('b')).rejects.toThrow(TypeError);
    await list.set(['x']);
    await expect(async () => (await list.get()).push('b')).rejects.toThrow(TypeError);
    expect(await list.get()).toEqual(['x']);
  });

  it('fall back to the default with a warning if the stored value no longer matches the schema', async () => {
    await first.acme.define(DEGREES).set(250);
    const later = processOn(db);
    const degrees = later.acme.define({ ...DEGREES, schema: { type: 'integer', maximum: 200 } });
    expect(await degrees.get()).toBe(180);
    expect(later.warnings).toEqual([expect.objectContaining({ option: 'acme_degrees', owner: 'acme' })]);
  });

  it('can be read while another row contains broken JSON', async () => {
    const degrees = first.acme.define(DEGREES);
    await degrees.set(7);
    const broken = {
      name: 'acme_broken',
      owner: 'acme',
      value: '{',
      autoload: 1,
      modified_at: '2026-01-01 00:00:00.000',
    };
    await db.query
      .insertInto('options')
      .values(broken)
      .execute()
      .catch(() => undefined);
    const fresh = processOn(db);
    expect(await fresh.acme.define(DEGREES).get()).toBe(7);
    expect((await fresh.options.list()).map(({ name }) => name)).toEqual(['acme_degrees']);
  });

  it('can be changed only by their owner', async () => {
    first.acme.define(DEGREES);
    const other = first.options.forOwner('other');
    expect(() => other.define(DEGREES)).toThrow(expect.objectContaining({ code: 'option_exists' }));
    await expect(other.set('acme_degrees' as never, 1 as never)).rejects.toMatchObject({
      code: 'option_unknown',
      status: 404,
    });
    await expect(other.delete('acme_degrees' as never)).rejects.toMatchObject({ code: 'option_unknown' });
    expect(await other.get('acme_degrees' as never)).toBe(180);
  });

  it('stay when their plugin is deactivated and are deleted when it is uninstalled', async () => {
    await first.acme.define(DEGREES).set(7);
    await first.options
      .forOwner('other')
      .define({ ...DEGREES, name: 'other_degrees' })
      .set(8);
    first.options.removeOwner('acme');
    await expect(first.options.get('acme_degrees')).rejects.toMatchObject({ code: 'option_unknown', status: 404 });
    expect(await first.options.list()).toMatchObject([
      { name: 'acme_degrees', owner: 'acme', defined: false, stored: { value: 7 } },
      { name: 'other_degrees', owner: 'other', defined: true },
    ]);
    expect(await first.acme.define(DEGREES).get()).toBe(7);
    expect(await first.options.deleteOwned('acme')).toBe(1);
    expect(await first.options.get('acme_degrees')).toBe(180);
    expect((await rows()).map(({ name }) => name)).toEqual(['other_degrees']);
  });

  it('are not adopted from another owner with the same name', async () => {
    await first.options.forOwner('other').define(DEGREES).set(7);
    first.options.removeOwner('other');
    const degrees = first.acme.define(DEGREES);
    expect(await degrees.get()).toBe(180);
    await degrees.set(9);
    expect(await rows()).toMatchObject([{ owner: 'acme', value: '9' }]);
  });

  it.each<[string, object]>([
    ['a name with capitals', { name: 'Acme' }],
    ['the name of a group of settings', { name: 'settings:acme' }],
    ['no word on autoload', { autoload: undefined }],
    ['no default', { default: undefined }],
    ['a default that does not fit', { default: 'x' }],
    ['a list without an end', { schema: { type: 'array' }, default: [] }],
    ['an object with arbitrary members', { schema: { type: 'object' }, default: {} }],
    [
      'a list without an end inside',
      { schema: { type: 'object', properties: { a: { type: 'array' } } } satisfies JsonSchema, default: {} },
    ],
  ])('cannot be defined with %s', (_, wrong) => {
    expect(() => first.acme.define({ ...DEGREES, ...wrong } as never)).toThrow(
      expect.objectContaining({ code: 'option_definition_invalid' }),
    );
  });

  it('migrate the settings of an existing site from their own table', async () => {
    const [, move] = optionMigrations;
    await db.migrate('old_site', [
      {
        name: '0001_settings',
        async up(schema) {
          await schema.raw(
            sql`create table settings (owner varchar(60), name varchar(60), value text, modified_at varchar(23))`,
          );
          for (const owner of ['acme', 'other']) {
            await schema.raw(
              sql`insert into settings values (${owner}, 'shop', '{"fee":1}', '2026-01-01 00:00:00.000')`,
            );
          }
        },
      },
      { name: '0002_move', up: async (schema) => move?.up(schema) },
    ]);
    expect(await rows()).toEqual([
      { name: 'settings:shop', owner: 'acme', value: '{"fee":1}', autoload: 1, modified_at: '2026-01-01 00:00:00.000' },
    ]);
  });
});

function countQueries(db: Database) {
  const descriptor = Object.getOwnPropertyDescriptor(db, 'query');
  let count = 0;
  Object.defineProperty(db, 'query', {
    configurable: true,
    get() {
      count += 1;
      return descriptor?.get?.call(db);
    },
  });
  return {
    stop() {
      if (descriptor) Object.defineProperty(db, 'query', descriptor);
      return count;
    },
  };
}
