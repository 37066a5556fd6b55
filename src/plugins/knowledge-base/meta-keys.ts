import { type ApiCaller, createValidators, HostError, type JsonSchema } from '../../index.js';
import { invalidParam } from './errors.js';

/** A field of articles that a plugin adds. */
export interface MetaKey {
  /** Of its value. */
  readonly schema: JsonSchema;
  /** What people call it. */
  readonly title: string;
}

/** One that is registered. */
export interface RegisteredKey extends MetaKey {
  readonly key: string;
  /** The plugin that did; null for the site itself. */
  readonly owner: string | null;
}

type Meta = Readonly<Record<string, unknown>>;

/** The fields in `meta` of articles: those that somebody registered, and front matter that is only kept. */
export interface MetaKeys {
  /**
   * Has REST show and take a field, to and from everybody who reads and writes the article:
   * `kb.metaKeys.register('acme_level', { schema: { type: 'integer', minimum: 1 }, title: 'Level' })`.
   * It goes with the plugin that registers it; the values stay.
   * @param key lower case, with the prefix of the plugin
   * @returns what takes it away before
   * @throws HostError `vendor_kb_meta_key_invalid`, `vendor_kb_meta_key_taken`
   */
  register(key: string, definition: MetaKey): { remove(): void };
  /** Another number after every change of what is registered. */
  revision(): number;
  list(): readonly RegisteredKey[];
  /**
   * What somebody sends; null takes a field away.
   * @throws HostError 400 `vendor_kb_invalid_param` that names the key
   */
  check(meta: Meta): void;
  /** What REST shows of it. */
  shown(meta: Meta): Record<string, unknown>;
  /** What an import keeps of keys that it does not know: those that are registered and fit, the others in their place. */
  ofFrontMatter(data: Meta): Record<string, unknown>;
  /**
   * The same of the page of a category, which has only the fields that pages show it with.
   * @param before what is kept of the category so far
   */
  ofCategoryPage(data: Meta, before: Meta): Record<string, unknown>;
  /** The same the other way round, for an export. */
  toFrontMatter(meta: Meta): Record<string, unknown>;
  /** The same in the hands of a plugin. */
  ofPlugin(caller: ApiCaller): MetaKeys;
}

/** Where foreign front matter is kept: REST neither shows nor takes it. */
const FRONT_MATTER = 'front_matter';
const KEY = /^[a-z][a-z0-9]*_[a-z0-9_]{1,90}$/;

export function createMetaKeys(): MetaKeys {
  let revision = 0;
  const keys = new Map<string, RegisteredKey & { readonly faultOf: (value: unknown) => string | null }>();
  const createValidator = createValidators();

  function split(meta: Meta, isOurs: (key: string, value: unknown) => boolean): [Meta, Meta] {
    const entries = Object.entries(meta);
    const ours = entries.filter(([key, value]) => isOurs(key, value));
    const others = entries.filter((entry) => !ours.includes(entry));
    return [Object.fromEntries(ours), Object.fromEntries(others)];
  }

  function register(key: string, { schema, title }: MetaKey, owner: string | null): { remove(): void } {
    if (!KEY.test(key) || key === FRONT_MATTER) {
      const message = `"${key}" is no name of a field: take lower case with a prefix, such as acme_level.`;
      throw new HostError('vendor_kb_meta_key_invalid', message, { key });
    }
    const known = keys.get(key);
    if (known) {
      const by = known.owner === null ? '' : ` by "${known.owner}"`;
      throw new HostError('vendor_kb_meta_key_taken', `The field "${key}" is registered already${by}.`, { key });
    }
    const validate = createValidator({ [key]: schema });
    const definition = {
      ...{ key, schema, title, owner },
      faultOf: (value: unknown) => validate({ [key]: value })[key]?.message ?? null,
    };
    keys.set(key, definition);
    revision += 1;
    return {
      remove() {
        if (keys.get(key) !== definition) return;
        keys.delete(key);
        revision += 1;
      },
    };
  }

  const metaKeys: MetaKeys = {
    register: (key, definition) => register(key, definition, null),
    ofPlugin: (caller) => ({
      ...metaKeys,
      register(key, definition) {
        let registered: { remove(): void } | null = null;
        // First: who is gone may not register anything, and this says so.
        caller.onClose(() => registered?.remove());
        registered = register(key, definition, caller.name);
        return registered;
      },
    }),
    revision: () => revision,
    list: () => [...keys.values()].map(({ faultOf: _, ...key }) => key),
    check(meta) {
      for (const [key, value] of Object.entries(meta)) {
        const known = keys.get(key);
        if (!known) throw invalidParam(`meta.${key}`, `There is no field "${key}". A plugin has to register it first.`);
        const fault = value === null ? null : known.faultOf(value);
        if (fault !== null) throw invalidParam(`meta.${key}`, `meta: ${fault}`);
      }
    },
    shown: (meta) => split(meta, (key) => keys.has(key))[0],
    ofFrontMatter(data) {
      const [ours, foreign] = split(data, (key, value) => keys.get(key)?.faultOf(value) === null);
      // Null takes away what an earlier import kept.
      return { ...ours, [FRONT_MATTER]: Object.keys(foreign).length === 0 ? null : foreign };
    },
    ofCategoryPage(data, before) {
      const isOurs = (key: string, value: unknown): boolean =>
        Object.hasOwn(OF_CATEGORIES, key) && OF_CATEGORIES[key]?.(value) === true;
      const [ours, foreign] = split(data, isOurs);
      const isKept = Object.keys(foreign).length > 0 || FRONT_MATTER in before;
      return { ...ours, ...(isKept && { [FRONT_MATTER]: foreign }) };
    },
    toFrontMatter(meta) {
      const { [FRONT_MATTER]: kept, ...own } = meta;
      const [registered, earlier] = split(own, (key) => keys.has(key));
      return { ...earlier, ...(isObject(kept) ? kept : {}), ...registered };
    },
  };
  return metaKeys;
}

/** What a category's page may say of how it is shown, in the form that REST takes it in. */
const OF_CATEGORIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  icon: (value) => typeof value === 'string' && value.length <= 50,
  color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  translation_key: (value) => typeof value === 'string' && value.length <= 191,
};

function isObject(value: unknown): value is Meta {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
