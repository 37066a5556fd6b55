import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { OptionStore, StoredOption } from '../options/option-store.js';
import type { Outbox } from '../outbox/outbox.js';
import { createValidators, type Validator } from '../schema/validate.js';
import type { User } from '../user.js';
import { compileGroup, defaultOf, defaultsOf, type SettingsGroup } from './group.js';
import type { SettingsName, SettingsValues } from './names.js';
import { createSealedValues, type SealedValues } from './sealed-values.js';

type Values = Readonly<Record<string, unknown>>;

/** Settings group with its owner. */
export interface RegisteredSettings extends SettingsGroup {
  readonly owner: string;
}

/** Settings API for plugins. */
export interface OwnedSettings {
  /**
   * Registers a group and its page below `/admin/settings`. `defineSettings` infers the types of its values.
   *
   * ```ts
   * settings.register(kitchen);
   * const { menuTo } = await settings.get('acme-kitchen');
   * ```
   * @throws HostError `settings_invalid`, `settings_exists`
   */
  register(group: SettingsGroup): void;
  /** Returns the values of a group with defaults filled in. Cached until this or another process saves. */
  get<Name extends SettingsName>(name: Name): Promise<SettingsValues[Name]>;
  /**
   * Saves some values of a group. Other values, including concurrently saved ones, stay unchanged.
   * @throws HostError 400 `settings_value_invalid` with `data.params` by name, 404 `settings_unknown`
   */
  save<Name extends SettingsName>(name: Name, changes: Partial<SettingsValues[Name]>): Promise<void>;
}

/** Settings of a host. Names are plain strings, because pages and commands know them only at runtime. */
export interface Settings {
  register(group: SettingsGroup, owner: string): void;
  read(name: string): Promise<Values>;
  /** Saves some values of a group. @returns names of the settings whose value changed */
  save(name: string, changes: Values, user?: User | null): Promise<string[]>;
  /** Resets all settings of a group to their defaults. @returns as `save` */
  reset(name: string, user?: User | null): Promise<string[]>;
  /** Encrypts all secrets that are stored unencrypted or with a previous secret of the site. Idempotent. */
  sealStored(): Promise<void>;
  groups(): readonly RegisteredSettings[];
  removeOwner(owner: string): void;
}

interface Entry extends RegisteredSettings {
  readonly validate: Validator;
  readonly sealed: SealedValues;
}

export function createSettings(parts: {
  readonly db: Pick<Database, 'transaction'>;
  /** Each group is one option. The prefix of their names separates them from plugin options. */
  readonly store: Pick<OptionStore, 'read' | 'change'>;
  readonly hooks: Pick<Hooks, 'applyFilters'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly secretBox: SecretBox;
  readonly log: Logger;
}): Settings {
  const { db, store, hooks, outbox, secretBox, log } = parts;
  const createValidator = createValidators();
  const entries = new Map<string, Entry>();
  /** Cached values of a group and the stored option they derive from, which is the same object until the next save. */
  const cache = new Map<string, { readonly stored: StoredOption | null; readonly values: Values }>();

  function entryOf(name: string): Entry {
    const entry = entries.get(name);
    if (entry) return entry;
    throw new HostError('settings_unknown', `No active plugin provides the settings "${name}".`, { status: 404 });
  }

  /** Returns the stored values. Defaults replace those that no longer match the schema, e.g. after an upgrade. */
  function fitting(entry: Entry, values: Record<string, unknown>): Record<string, unknown> {
    const declared = Object.entries(values).filter(([field]) => Object.hasOwn(entry.schema.properties, field));
    const invalid = entry.validate(Object.fromEntries(declared));
    for (const field of Object.keys(invalid)) {
      log.warn(
        { settings: entry.name, setting: field, owner: entry.owner },
        'A stored setting does not match its schema; the default is used until the settings are saved',
      );
    }
    return {
      ...defaultsOf(entry),
      ...Object.fromEntries(declared.filter(([field]) => !Object.hasOwn(invalid, field))),
    };
  }

  function opened(entry: Entry, stored: StoredOption | null): Record<string, unknown> {
    return entry.sealed.open(stored?.value, (field) =>
      log.error(
        { settings: entry.name, setting: field, owner: entry.owner },
        'A stored secret was encrypted with another secret of the site: add that one to previousSecrets, or enter the secret again',
      ),
    );
  }

  async function write(
    entry: Entry,
    user: User | null,
    change: (values: Record<string, unknown>) => Record<string, unknown>,
    unreadable = (stored: StoredOption | null) => entry.sealed.lost(stored?.value),
  ): Promise<string[]> {
    return db.transaction(async () => {
      let before: Values = {};
      let after: Values = {};
      await store.change(keyOf(entry), (stored) => {
        const opened = entry.sealed.open(stored?.value);
        const changed = change(opened);
        before = opened;
        after = changed;
        return { ...unreadable(stored), ...entry.sealed.seal(changed) };
      });
      const changed = differences(entry, before, after);
      if (changed.length === 0) return changed;
      await assertAgreed(entry, after, before);
      await outbox.announce('settings_updated', entry.name, changed, user);
      return changed;
    });
  }

  return {
    register(group, owner) {
      const existing = entries.get(group.name);
      if (existing) {
        throw new HostError(
          'settings_exists',
          `"${existing.owner}" already has the settings "${group.name}". Choose another name for "${owner}".`,
        );
      }
      const validate = compileGroup(group, createValidator);
      entries.set(group.name, { ...group, owner, validate, sealed: createSealedValues(group, secretBox) });
    },
    async read(name) {
      const entry = entryOf(name);
      const stored = await store.read(keyOf(entry));
      let cached = cache.get(name);
      if (!cached || cached.stored !== stored) {
        cached = { stored, values: freeze(fitting(entry, opened(entry, stored))) };
        cache.set(name, cached);
      }
      return hooks.applyFilters('settings_values', cached.values, name);
    },
    async save(name, changes, user = null) {
      const entry = entryOf(name);
      assertFitting(entry, changes);
      return write(entry, user, (values) => ({ ...values, ...changes }));
    },
    async reset(name, user = null) {
      return write(
        entryOf(name),
        user,
        () => ({}),
        () => ({}),
      );
    },
    async sealStored() {
      for (const entry of entries.values()) {
        const stored = await store.read(keyOf(entry));
        if (entry.sealed.isOutdated(stored?.value)) await write(entry, null, (values) => values);
      }
    },
    groups: () => [...entries.values()],
    removeOwner(owner) {
      for (const [name, entry] of entries) {
        if (entry.owner !== owner) continue;
        entries.delete(name);
        cache.delete(name);
      }
    },
  };
}

/** Option that stores a group. Autoloaded, because nearly every request needs some settings. */
function keyOf({ owner, name }: RegisteredSettings) {
  return { name: `settings:${name}`, owner, autoload: true };
}

/** Validates values against the schema. @throws HostError `settings_value_invalid` (400) */
function assertFitting(entry: Entry, values: Values): void {
  const { properties } = entry.schema;
  const unknown = Object.keys(values).filter((field) => !Object.hasOwn(properties, field));
  const invalid = Object.entries(entry.validate({ ...values }));
  if (unknown.length === 0 && invalid.length === 0) return;
  throw invalidValues(
    Object.fromEntries([
      ...unknown.map((field) => [field, `There is no setting "${field}".`]),
      ...invalid.map(([field, { message }]) => [field, sentenceOf(field, message)]),
    ]),
  );
}

/** Runs the group's own `check`. @throws HostError `settings_value_invalid` (400) */
async function assertAgreed(entry: Entry, after: Values, before: Values): Promise<void> {
  const whole = (values: Values): Values => ({ ...defaultsOf(entry), ...values });
  const params = (await entry.check?.(whole(after), whole(before))) ?? {};
  if (Object.keys(params).length > 0) throw invalidValues(params);
}

function invalidValues(params: Readonly<Record<string, string>>): HostError {
  return new HostError('settings_value_invalid', 'Some settings have invalid values.', { status: 400, params });
}

/** Drops the field name from a message shown next to the field: "fee must be >= 0." becomes "Must be >= 0." */
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

/** Freezes the cached values, because all callers share them. */
function freeze(values: Record<string, unknown>): Values {
  for (const value of Object.values(values)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(values);
}
