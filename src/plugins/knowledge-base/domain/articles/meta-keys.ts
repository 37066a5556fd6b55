import { type ApiCaller, HostError } from '../../../../index.js';
import { createValidators, type JsonSchema } from '../../../../rest.js';
import { invalidParam } from '../errors.js';

/** Metadata field that a plugin adds to articles. */
export interface MetaKey {
  /** Schema of the value. */
  readonly schema: JsonSchema;
  /** Label of the field. */
  readonly title: string;
}

/** A registered field. */
export interface RegisteredKey extends MetaKey {
  readonly key: string;
  /** Plugin that registered it; null for the site itself. */
  readonly owner: string | null;
}

type Meta = Readonly<Record<string, unknown>>;

/** Fields in the `meta` of articles: registered ones, and front matter that is only stored. */
export interface MetaKeys {
  /**
   * Registers a field that REST returns and accepts for everyone who may read or write the article.
   * It is removed when its plugin is deactivated; the values stay.
   * @param key lower case, with the plugin's prefix
   * @returns handle that removes the field
   * @throws HostError `vendor_kb_meta_key_invalid`, `vendor_kb_meta_key_taken`
   * @example
   * kb.metaKeys.register('acme_level', { schema: { type: 'integer', minimum: 1 }, title: 'Level' });
   */
  register(key: string, definition: MetaKey): { remove(): void };
  /** Returns a number that changes with the registered fields. */
  revision(): number;
  list(): readonly RegisteredKey[];
  /**
   * Validates submitted metadata; null deletes a key.
   * @throws HostError 400 `vendor_kb_invalid_param` that names the key
   */
  check(meta: Meta): void;
  /** Returns the metadata for REST. */
  visible(meta: Meta): Record<string, unknown>;
  /** Converts unknown front matter for storage: valid registered keys as fields, the rest separately. */
  ofFrontMatter(data: Meta): Record<string, unknown>;
  /**
   * Converts the front matter of a category page, which has only display fields.
   * @param before current metadata of the category
   */
  ofCategoryPage(data: Meta, before: Meta): Record<string, unknown>;
  /** Converts metadata back to front matter for an export. */
  toFrontMatter(meta: Meta): Record<string, unknown>;
  /** Returns the registry scoped to a plugin. */
  ofPlugin(caller: ApiCaller): MetaKeys;
}

/** Key of stored front matter, which REST neither returns nor accepts. */
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
      const message = `"${key}" is not a field name. Use lowercase letters with a prefix, such as acme_level.`;
      throw new HostError('vendor_kb_meta_key_invalid', message, { key });
    }
    const registered = keys.get(key);
    if (registered) {
      const by = registered.owner === null ? '' : ` by "${registered.owner}"`;
      throw new HostError('vendor_kb_meta_key_taken', `The field "${key}" is already registered${by}.`, { key });
    }
    const validate = createValidator({ [key]: schema });
    const definition = {
      key,
      schema,
      title,
      owner,
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
        // Fails first for a closed plugin, which must not register anything.
        caller.onClose(() => registered?.remove());
        registered = register(key, definition, caller.name);
        return registered;
      },
    }),
    revision: () => revision,
    list: () => [...keys.values()].map(({ faultOf: _, ...key }) => key),
    check(meta) {
      for (const [key, value] of Object.entries(meta)) {
        const registered = keys.get(key);
        if (!registered)
          throw invalidParam(`meta.${key}`, `There is no field "${key}". A plugin must register it first.`);
        const fault = value === null ? null : registered.faultOf(value);
        if (fault !== null) throw invalidParam(`meta.${key}`, `meta: ${fault}`);
      }
    },
    visible: (meta) => split(meta, (key) => keys.has(key))[0],
    ofFrontMatter(data) {
      const [ours, foreign] = split(data, (key, value) => keys.get(key)?.faultOf(value) === null);
      // Null deletes front matter of an earlier import.
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
      const { [FRONT_MATTER]: frontMatter, ...own } = meta;
      const [registered, earlier] = split(own, (key) => keys.has(key));
      return { ...earlier, ...(isObject(frontMatter) ? frontMatter : {}), ...registered };
    },
  };
  return metaKeys;
}

/** Display fields of a category page, validated as in REST. */
const OF_CATEGORIES: Readonly<Record<string, (value: unknown) => boolean>> = {
  icon: (value) => typeof value === 'string' && value.length <= 50,
  color: (value) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
  translation_key: (value) => typeof value === 'string' && value.length <= 191,
};

function isObject(value: unknown): value is Meta {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
