import type { Logger } from 'pino';
import { freezeDeep } from '../../hooks/freeze.js';
import { HostError } from '../errors.js';
import type { JsonSchema, ValueOf } from '../schema/schema.js';
import { createValidators, type Validator } from '../schema/validate.js';
import { compileOption, type OptionDefinition } from './definition.js';
import type { OptionName, OptionValues } from './names.js';
import type { OptionStore, StoredOption } from './option-store.js';

/** Accessor for one option, for the plugin that defined it. */
export interface OptionHandle<Value> {
  readonly name: string;
  /** Returns the value, frozen. Falls back to the default if no valid value is stored. */
  get(): Promise<Value>;
  /** Stores a value. @throws HostError 400 `option_invalid`, 413 `option_too_large` */
  set(value: Value): Promise<void>;
  /** Computes a new value from the current one. Writers are serialized, so no update is lost. @throws as `set` */
  update(change: (value: Value) => Value): Promise<void>;
  /** Resets the option to its default. */
  delete(): Promise<void>;
}

/** Options API for plugins. */
export interface OwnedOptions {
  /** Defines an option. @throws HostError `option_definition_invalid`, `option_exists` */
  define<const Schema extends JsonSchema>(definition: OptionDefinition<Schema>): OptionHandle<ValueOf<Schema>>;
  /** Returns the value of an option. @throws HostError 404 `option_unknown` */
  get<Name extends OptionName>(name: Name): Promise<OptionValues[Name]>;
  /** Sets one of the plugin's own options. @throws HostError 404 `option_unknown`, and as {@link OptionHandle.set} */
  set<Name extends OptionName>(name: Name, value: OptionValues[Name]): Promise<void>;
  /** Resets one of the plugin's own options to its default. @throws HostError 404 `option_unknown` */
  delete(name: OptionName): Promise<void>;
}

/** Option that is defined, stored or both. */
export interface OptionEntry {
  readonly name: string;
  readonly owner: string;
  readonly autoload: boolean;
  /** Whether an active plugin defines it. */
  readonly defined: boolean;
  /** Stored option, or null if the default applies. */
  readonly stored: StoredOption | null;
}

/** Options of a host. Names are plain strings, because commands know them only at runtime. */
export interface Options {
  /** Returns the value of an option. @throws HostError 404 `option_unknown` */
  get(name: string): Promise<unknown>;
  /** Sets an option. @throws HostError 404 `option_unknown`, 400 `option_invalid`, 413 `option_too_large` */
  set(name: string, value: unknown): Promise<void>;
  /**
   * Resets an option to its default, or deletes one left by an inactive plugin.
   * @throws HostError 404 `option_unknown`
   */
  delete(name: string): Promise<void>;
  /** Lists all defined and all stored options. */
  list(): Promise<OptionEntry[]>;
  /**
   * Deletes everything that an owner has stored, including its settings, when a plugin is uninstalled.
   * @returns number of deleted values
   */
  deleteOwned(owner: string): Promise<number>;
}

/** Options of a host, with a plugin API per owner. */
export interface OptionsService extends Options {
  forOwner(owner: string): OwnedOptions;
  removeOwner(owner: string): void;
}

interface Entry extends OptionDefinition {
  readonly owner: string;
  readonly validate: Validator;
}

export function createOptions({ store, log }: { readonly store: OptionStore; readonly log: Logger }): OptionsService {
  const createValidator = createValidators();
  const entries = new Map<string, Entry>();

  function entryOf(name: string, owner?: string): Entry {
    const entry = entries.get(name);
    if (entry && (owner === undefined || entry.owner === owner)) return entry;
    const message = entry
      ? `The option "${name}" belongs to "${entry.owner}".`
      : `No active plugin provides the option "${name}".`;
    throw new HostError('option_unknown', message, { status: 404, option: name });
  }

  /** Returns the stored value, or the default if it no longer matches the schema, e.g. after an upgrade. */
  function effectiveValue(entry: Entry, stored: StoredOption | null): unknown {
    if (!stored) return entry.default;
    const [fault] = Object.values(entry.validate({ [entry.name]: stored.value }));
    if (!fault) return stored.value;
    log.warn(
      { option: entry.name, owner: entry.owner },
      'A stored option does not match its schema; the default is used',
    );
    return entry.default;
  }

  function assertValue({ name, validate }: Entry, value: unknown): void {
    const fault = validate({ [name]: value })[name];
    if (!fault && value !== undefined) return;
    const message = fault?.message ?? `${name} needs a value.`;
    throw new HostError('option_invalid', message, { status: 400, option: name, params: { [name]: message } });
  }

  const get = async (entry: Entry): Promise<unknown> => effectiveValue(entry, await store.read(entry));

  function change(entry: Entry, make: (value: unknown) => unknown): Promise<void> {
    return store.change(entry, (stored) => {
      const value = make(effectiveValue(entry, stored));
      assertValue(entry, value);
      return value;
    });
  }

  function remove(entry: Entry): Promise<void> {
    return store.change(entry, () => undefined);
  }

  return {
    get: async (name) => get(entryOf(name)),
    set: async (name, value) => change(entryOf(name), () => value),
    async delete(name) {
      if (!(await store.remove(name))) entryOf(name);
    },
    async list() {
      const stored = new Map((await store.list()).map((option) => [option.name, option]));
      const names = [...new Set([...entries.keys(), ...stored.keys()])].toSorted();
      return names.flatMap((name) => {
        const row = stored.get(name) ?? null;
        const entry = entries.get(name) ?? row;
        if (!entry) return [];
        return [{ name, owner: entry.owner, autoload: entry.autoload, defined: entries.has(name), stored: row }];
      });
    },
    deleteOwned: store.removeOwned,
    forOwner: (owner) => ({
      define<const Schema extends JsonSchema>(definition: OptionDefinition<Schema>): OptionHandle<ValueOf<Schema>> {
        const { name } = definition;
        const holder = entries.get(name)?.owner;
        if (holder !== undefined) {
          const message = `"${owner}" cannot define the option "${name}": "${holder}" has it. Choose a name with your own prefix.`;
          throw new HostError('option_exists', message, { option: name });
        }
        const validate = compileOption(definition, createValidator);
        freezeDeep(definition.default);
        const entry: Entry = { ...definition, owner, validate };
        entries.set(name, entry);
        return {
          name,
          get: () => get(entry) as Promise<ValueOf<Schema>>,
          set: (value) => change(entry, () => value),
          update: (make) => change(entry, (value) => make(value as ValueOf<Schema>)),
          delete: () => remove(entry),
        };
      },
      // The cast relies on the plugin, which declares OptionValues together with the schema.
      get: async (name) => (await get(entryOf(name))) as never,
      set: async (name, value) => change(entryOf(name, owner), () => value),
      delete: async (name) => remove(entryOf(name, owner)),
    }),
    removeOwner(owner) {
      for (const [name, entry] of entries) if (entry.owner === owner) entries.delete(name);
    },
  };
}
