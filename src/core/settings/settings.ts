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

/** A group with who registered it. */
export interface RegisteredSettings extends SettingsGroup {
  readonly owner: string;
}

/** Settings as plugins reach them. */
export interface OwnedSettings {
  /**
   * Registers a group, and with it a page below `/admin/settings`. `defineSettings` gives its values their types.
   *
   * ```ts
   * settings.register(kitchen);
   * const { menuTo } = await settings.get('acme-kitchen');
   * ```
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
  /**
   * Seals the secrets of all groups that lie open or were sealed with a previous secret of the site. Twice is as good as
   * once.
   */
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
  /** Each group is one option; their names are not those of options that plugins define. */
  readonly store: Pick<OptionStore, 'read' | 'change'>;
  readonly hooks: Pick<Hooks, 'applyFilters'>;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly secretBox: SecretBox;
  readonly log: Logger;
}): Settings {
  const { db, store, hooks, outbox, secretBox, log } = parts;
  const createValidator = createValidators();
  const entries = new Map<string, Entry>();
  /** The values of a group, and what they were made of: that is the same object until somebody saves. */
  const remembered = new Map<string, { readonly stored: StoredOption | null; readonly values: Values }>();

  function entryOf(name: string): Entry {
    const entry = entries.get(name);
    if (entry) return entry;
    throw new HostError('settings_unknown', `No active plugin has the settings "${name}".`, { status: 404 });
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

  function opened(entry: Entry, stored: StoredOption | null): Record<string, unknown> {
    return entry.sealed.open(stored?.value, (field) =>
      log.error(
        { settings: entry.name, setting: field, owner: entry.owner },
        'A stored secret was sealed with another secret of the site: add that one to previousSecrets, or set it again',
      ),
    );
  }

  async function write(
    entry: Entry,
    user: User | null,
    change: (values: Record<string, unknown>) => Record<string, unknown>,
    kept = (stored: StoredOption | null) => entry.sealed.lost(stored?.value),
  ): Promise<string[]> {
    return db.transaction(async () => {
      let before: Values = {};
      let after: Values = {};
      await store.change(keyOf(entry), (stored) => {
        const opened = entry.sealed.open(stored?.value);
        const changed = change(opened);
        before = opened;
        after = changed;
        return { ...kept(stored), ...entry.sealed.seal(changed) };
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
          `"${existing.owner}" already has the settings "${group.name}"; "${owner}" needs another name.`,
        );
      }
      const validate = compileGroup(group, createValidator);
      entries.set(group.name, { ...group, owner, validate, sealed: createSealedValues(group, secretBox) });
    },
    async read(name) {
      const entry = entryOf(name);
      const stored = await store.read(keyOf(entry));
      let known = remembered.get(name);
      if (!known || known.stored !== stored) {
        known = { stored, values: freeze(fitting(entry, opened(entry, stored))) };
        remembered.set(name, known);
      }
      return hooks.applyFilters('settings_values', known.values, name);
    },
    async save(name, given, user = null) {
      const entry = entryOf(name);
      assertFitting(entry, given);
      return write(entry, user, (values) => ({ ...values, ...given }));
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
        remembered.delete(name);
      }
    },
  };
}

/** A group as an option. Nearly every request needs some of them. */
function keyOf({ owner, name }: RegisteredSettings) {
  return { name: `settings:${name}`, owner, autoload: true };
}

/** @throws HostError `settings_value_invalid` (400) */
function assertFitting(entry: Entry, given: Values): void {
  const { properties } = entry.schema;
  const unknown = Object.keys(given).filter((field) => !Object.hasOwn(properties, field));
  const invalid = Object.entries(entry.validate({ ...given }));
  if (unknown.length === 0 && invalid.length === 0) return;
  throw invalidValues(
    Object.fromEntries([
      ...unknown.map((field) => [field, `There is no setting "${field}".`]),
      ...invalid.map(([field, { message }]) => [field, sentenceOf(field, message)]),
    ]),
  );
}

/** @throws HostError `settings_value_invalid` (400) */
async function assertAgreed(entry: Entry, after: Values, before: Values): Promise<void> {
  const whole = (values: Values): Values => ({ ...defaultsOf(entry), ...values });
  const params = (await entry.check?.(whole(after), whole(before))) ?? {};
  if (Object.keys(params).length > 0) throw invalidValues(params);
}

function invalidValues(params: Readonly<Record<string, string>>): HostError {
  return new HostError('settings_value_invalid', 'Some settings have values that cannot be.', { status: 400, params });
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
