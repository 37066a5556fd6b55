import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { User } from '../identity/users.js';
import type { Outbox } from '../outbox/outbox.js';
import { isRecord } from '../record.js';
import { createValidators, type Validator } from '../rest/validate.js';
import type { Versions } from '../services/bus/versions.js';
import { assertGroup, defaultOf, defaultsOf, type SettingsGroup, validatorOf } from './group.js';
import type { SettingsName, SettingsValues } from './names.js';
import './tables.js';

type Values = Readonly<Record<string, unknown>>;

/** A group with who registered it. */
export interface RegisteredSettings extends SettingsGroup {
  readonly owner: string;
}

/** Settings as plugins reach them. */
export interface OwnedSettings {
  /**
   * Registers a group, and with it a page below `/admin/settings`.
   * @throws HostError `settings_invalid`, `settings_exists`
   */
  register(group: SettingsGroup): void;
  /** The values of a group, defaults filled in. They are remembered until somebody saves, here or in another process. */
  get<Name extends SettingsName>(name: Name): Promise<SettingsValues[Name]>;
  /**
   * Saves some values of a group; the others stay, also those that are saved at the same time.
   * @throws HostError 400 `settings_value_invalid` with `data.params` by name, 404 `settings_unknown`
   */
  save<Name extends SettingsName>(name: Name, changes: Partial<SettingsValues[Name]>): Promise<void>;
}

/** The settings of a host. Names are texts here, since pages and commands know them only at run time. */
export interface Settings {
  register(group: SettingsGroup, owner: string): void;
  read(name: string): Promise<Values>;
  /** @returns the names of the settings that have another value now */
  save(name: string, changes: Values, user?: User | null): Promise<string[]>;
  /** Takes all settings of a group back to their defaults. @returns like `save` */
  reset(name: string, user?: User | null): Promise<string[]>;
  groups(): readonly RegisteredSettings[];
  removeOwner(owner: string): void;
}

/** The version that says that settings were saved. */
export const SETTINGS_VERSION = 'settings';

interface Entry extends RegisteredSettings {
  readonly validate: Validator;
}

export function createSettings(parts: {
  readonly db: Database;
  readonly hooks: Pick<Hooks, 'applyFilters'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly versions: Pick<Versions, 'bump' | 'watch'>;
  readonly log: Logger;
}): Settings {
  const { db, hooks, outbox, versions, log } = parts;
  const createValidator = createValidators();
  const entries = new Map<string, Entry>();
  const remembered = new Map<string, Values>();
  let changes = 0;
  versions.watch(SETTINGS_VERSION, () => {
    changes += 1;
    remembered.clear();
  });

  function entryOf(name: string): Entry {
    const entry = entries.get(name);
    if (entry) return entry;
    throw new HostError('settings_unknown', `No active plugin has the settings "${name}".`, { status: 404 });
  }

  /** @param lock keeps others from changing the row until the end of the transaction */
  async function stored({ owner, name }: RegisteredSettings, lock = false): Promise<Record<string, unknown>> {
    const query = db.query.selectFrom('settings').select('value').where('owner', '=', owner).where('name', '=', name);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    const value = row ? json.decode(row.value) : {};
    return isRecord(value) ? value : {};
  }

  /** What is stored where it still fits; an earlier release may have allowed what this one does not. */
  function fitting(entry: Entry, values: Record<string, unknown>): Record<string, unknown> {
    const known = Object.entries(values).filter(([field]) => Object.hasOwn(entry.schema.properties, field));
    const invalid = entry.validate(Object.fromEntries(known));
    for (const field of Object.keys(invalid)) {
      log.warn(
        { settings: entry.name, setting: field, owner: entry.owner },
        'A stored setting does not fit its schema any more: the default holds until somebody saves it again',
      );
    }
    return { ...defaultsOf(entry), ...Object.fromEntries(known.filter(([field]) => !Object.hasOwn(invalid, field))) };
  }

  /** Changes the row first, which makes concurrent saves of one group wait for each other. */
  async function write(
    entry: Entry,
    user: User | null,
    change: (values: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<string[]> {
    const { owner, name } = entry;
    return db.transaction(async () => {
      const modified_at = utc.encode(new Date());
      await db.upsert('settings', { owner, name, value: '{}', modified_at }, ['owner', 'name'], { modified_at });
      const before = await stored(entry, true);
      const after = change(before);
      const value = json.encode(after);
      await db.query
        .updateTable('settings')
        .set({ value })
        .where('owner', '=', owner)
        .where('name', '=', name)
        .execute();
      await versions.bump(SETTINGS_VERSION);
      const changed = differences(entry, before, after);
      if (changed.length > 0) await outbox.announce('settings_updated', name, changed, user);
      return changed;
    });
  }

  return {
    register(group, owner) {
      const existing = entries.get(group.name);
      if (existing) {
        throw new HostError(
          'settings_exists',
          `"${existing.owner}" already has the settings "${group.name}"; "${owner}" needs another name.`,
        );
      }
      assertGroup(group, createValidator);
      entries.set(group.name, { ...group, owner, validate: validatorOf(group, createValidator) });
    },
    async read(name) {
      const entry = entryOf(name);
      let values = remembered.get(name);
      if (!values) {
        const before = changes;
        values = freeze(fitting(entry, await stored(entry)));
        // What was saved while the row was read may have changed it.
        if (before === changes) remembered.set(name, values);
      }
      return hooks.applyFilters('settings_values', values, name);
    },
    async save(name, given, user = null) {
      const entry = entryOf(name);
      assertFitting(entry, given);
      return write(entry, user, (values) => ({ ...values, ...given }));
    },
    async reset(name, user = null) {
      return write(entryOf(name), user, () => ({}));
    },
    groups: () => [...entries.values()],
    removeOwner(owner) {
      for (const [name, entry] of entries) {
        if (entry.owner !== owner) continue;
        entries.delete(name);
        remembered.delete(name);
      }
    },
  };
}

/** @throws HostError `settings_value_invalid` (400) */
function assertFitting(entry: Entry, given: Values): void {
  const { properties } = entry.schema;
  const unknown = Object.keys(given).filter((field) => !Object.hasOwn(properties, field));
  const invalid = Object.entries(entry.validate({ ...given }));
  if (unknown.length === 0 && invalid.length === 0) return;
  throw new HostError('settings_value_invalid', 'Some settings have values that cannot be.', {
    status: 400,
    params: Object.fromEntries([
      ...unknown.map((field) => [field, `There is no setting "${field}".`]),
      ...invalid.map(([field, { message }]) => [field, sentenceOf(field, message)]),
    ]),
  });
}

/** A message that stands beside its field need not name it: "fee must be >= 0." becomes "Must be >= 0." */
function sentenceOf(field: string, message: string): string {
  const text = message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function differences({ schema }: SettingsGroup, before: Values, after: Values): string[] {
  return Object.entries(schema.properties)
    .filter(([field, property]) => {
      const value = (values: Values): string => JSON.stringify(values[field] ?? defaultOf(property));
      return value(before) !== value(after);
    })
    .map(([field]) => field);
}

/** They are handed to everybody as they are remembered, so nobody may change them. */
function freeze(values: Record<string, unknown>): Values {
  for (const value of Object.values(values)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(values);
}
