import type { Logger } from 'pino';
import { freezeDeep } from '../../hooks/freeze.js';
import { HostError } from '../errors.js';
import type { JsonSchema, ValueOf } from '../schema/schema.js';
import { createValidators, type Validator } from '../schema/validate.js';
import { compileOption, type OptionDefinition } from './definition.js';
import type { OptionName, OptionValues } from './names.js';
import type { OptionStore, StoredOption } from './option-store.js';

/** One option in the hands of who defined it. */
export interface OptionHandle<Value> {
  readonly name: string;
  /** The value, frozen; the default where nobody has set one that still fits. */
  get(): Promise<Value>;
  /** @throws HostError 400 `option_invalid`, 413 `option_too_large` */
  set(value: Value): Promise<void>;
  /** Makes a new value of the present one; writers of an option take turns, so nothing is lost. @throws like `set` */
  update(change: (value: Value) => Value): Promise<void>;
  /** Takes it back to its default. */
  delete(): Promise<void>;
}

/** Options as plugins reach them. */
export interface OwnedOptions {
  /** @throws HostError `option_definition_invalid`, `option_exists` */
  define<const Schema extends JsonSchema>(definition: OptionDefinition<Schema>): OptionHandle<ValueOf<Schema>>;
  /** @throws HostError 404 `option_unknown` */
  get<Name extends OptionName>(name: Name): Promise<OptionValues[Name]>;
  /** Sets an option of one's own. @throws HostError 404 `option_unknown`, and like {@link OptionHandle.set} */
  set<Name extends OptionName>(name: Name, value: OptionValues[Name]): Promise<void>;
  /** @throws HostError 404 `option_unknown` */
  delete(name: OptionName): Promise<void>;
}

/** An option with where it stands. */
export interface OptionEntry {
  readonly name: string;
  readonly owner: string;
  readonly autoload: boolean;
  /** Whether an active plugin has defined it. */
  readonly defined: boolean;
  /** What is stored; null where the default holds. */
  readonly stored: StoredOption | null;
}

/** The options of a host. Names are texts here, since commands know them only at run time. */
export interface Options {
  /** @throws HostError 404 `option_unknown` */
  get(name: string): Promise<unknown>;
  /** @throws HostError 404 `option_unknown`, 400 `option_invalid`, 413 `option_too_large` */
  set(name: string, value: unknown): Promise<void>;
  /** Takes it back to its default, or removes what a plugin that is not active left. @throws HostError 404 `option_unknown` */
  delete(name: string): Promise<void>;
  /** What is defined and what is stored. */
  list(): Promise<OptionEntry[]>;
  /** Everything that an owner has stored, its settings too: for a plugin that is uninstalled. @returns how many values */
  deleteOwned(owner: string): Promise<number>;
}

/** Options in the hands of the host, with whoever defines as owner. */
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
      : `No active plugin has the option "${name}".`;
    throw new HostError('option_unknown', message, { status: 404, option: name });
  }

  /** What is stored where it still fits; an earlier release may have allowed what this one does not. */
  function effectiveValue(entry: Entry, stored: StoredOption | null): unknown {
    if (!stored) return entry.default;
    const [fault] = Object.values(entry.validate({ [entry.name]: stored.value }));
    if (!fault) return stored.value;
    log.warn({ option: entry.name, owner: entry.owner }, 'A stored option does not fit its schema: the default holds');
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
        const known = entries.get(name) ?? row;
        if (!known) return [];
        return [{ name, owner: known.owner, autoload: known.autoload, defined: entries.has(name), stored: row }];
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
      // The declared type is the plugin's own promise: it declares OptionValues beside the schema.
      get: async (name) => (await get(entryOf(name))) as never,
      set: async (name, value) => change(entryOf(name, owner), () => value),
      delete: async (name) => remove(entryOf(name, owner)),
    }),
    removeOwner(owner) {
      for (const [name, entry] of entries) if (entry.owner === owner) entries.delete(name);
    },
  };
}
