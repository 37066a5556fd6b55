import { ACCESS_MODES, TEASERS } from '../../domain/access/rule.js';
import { MAX_ORDER } from '../../domain/article-order/numbers.js';
import { ARTICLE_STATUSES } from '../../domain/articles/article.js';
import { MAX_ATTACHMENTS } from '../../domain/attachments/attachments.js';
import { MAX_ARTICLES } from '../../domain/search/promotions/promotions.js';
import { MAX_QUERY_LENGTH } from '../../domain/search/search-service.js';
import { MAX_ENTRIES, MAX_ENTRY_LENGTH } from '../../domain/search/synonyms/check-group.js';
import { JSON_FORMAT, JSON_VERSION, LATER_SECTIONS, SECTIONS } from './records.js';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const version = { type: 'integer', minimum: 1, maximum: 2_000_000_000 } as const;
const tally = { type: 'integer', minimum: 0, maximum: 2_000_000_000 } as const;
const order = { type: 'integer', minimum: -MAX_ORDER, maximum: MAX_ORDER } as const;
const flag = { type: 'boolean' } as const;
const uuid = { type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' } as const;
const locale = {
  type: 'string',
  format: 'locale',
  pattern: '^[a-z]{2,3}(-[a-z0-9]{1,8})*$',
  maxLength: 35,
} as const;
const slug = { type: 'string', minLength: 1, maxLength: 191 } as const;
const key = { type: 'string', maxLength: 191 } as const;
const login = { type: 'string', minLength: 1, maxLength: 191 } as const;
/** Years limited to the range that database servers can store. */
const time = {
  type: 'string',
  format: 'date-time',
  pattern: '^[1-9]\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
} as const;
const status = { enum: [...ARTICLE_STATUSES] } as const;
const format = { enum: ['markdown', 'html', 'blocks'] } as const;
const path = { type: 'string', minLength: 1 } as const;

const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const list = (items: object, maxItems?: number) => ({ type: 'array', items, ...(maxItems && { maxItems }) });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

/** Creates an object schema: members are required unless listed as optional, and no others are allowed. */
function object(properties: Record<string, object>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const fields = {
  slug,
  status,
  locale,
  categories: list(uuid, 1000),
  tags: list(text, 1000),
  order,
  sticky: flag,
  seo: ref('seo'),
  featured_media: orNull(ref('media')),
  related: list(uuid, 1000),
  review_by: orNull({ type: 'string', format: 'date' }),
  search_aliases: list({ type: 'string', minLength: 1, maxLength: 2000 }, 1000),
};

const media = object({ sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' }, filename: text });

const seo = object({
  title: text,
  description: text,
  canonical: { type: 'string', pattern: '^(https?://[^\\s]+)?$' },
  noindex: flag,
  og_image: orNull(ref('media')),
});

const access = {
  ...object(
    {
      mode: { enum: [...ACCESS_MODES] },
      roles: { ...list({ type: 'string', minLength: 1, maxLength: 100 }), minItems: 1 },
      users: list(login),
      capability: { type: 'string', minLength: 1, maxLength: 100 },
      password_hash: {
        type: 'string',
        pattern: '^\\$scrypt\\$ln=\\d{1,2},r=\\d{1,2},p=\\d{1,2}\\$[A-Za-z0-9+/]{11,86}\\$[A-Za-z0-9+/]{22,86}$',
      },
      listed: flag,
      teaser: { enum: [...TEASERS] },
      teaser_words: tally,
      message: orNull(text),
      redirect_to_login: flag,
    },
    ['roles', 'users', 'capability', 'password_hash'],
  ),
  allOf: Object.entries({ roles: 'roles', users: 'users', capability: 'capability', password: 'password_hash' }).map(
    ([mode, needed]) => ({ anyOf: [{ required: [needed] }, { properties: { mode: { not: { const: mode } } } }] }),
  ),
};

const category = object({
  uuid,
  parent: orNull(uuid),
  locale,
  slug,
  name: { type: 'string', minLength: 1 },
  description: text,
  order,
  image: orNull(ref('media')),
  seo: orNull(ref('seo')),
  meta: {
    type: 'object',
    // The UUID and media images have members of their own.
    properties: { kb_uuid: false, image: { not: { type: 'number' } } },
  },
  access_rule: orNull(ref('access')),
});

const attachment = object({
  file: object({
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    filename: { type: 'string', minLength: 1 },
    mime_type: text,
    size: count,
    path: orNull(path),
    url: orNull(text),
  }),
  title: text,
  description: text,
  order,
  access_rule: orNull(ref('access')),
  downloads: tally,
  last_download_at: orNull(time),
  created_at: time,
  created_by: orNull(login),
});

const article = object(
  {
    uuid,
    title: text,
    excerpt: text,
    content: text,
    format,
    author: orNull(login),
    contributors: list(login, 1000),
    ...fields,
    translation_key: orNull(key),
    redirects: list(path),
    meta: { type: 'object' },
    access_rule: orNull(ref('access')),
    reviewed_at: orNull(time),
    trashed_from: orNull(status),
    trashed_at: orNull(time),
    version,
    parent_revision: orNull(version),
    created_at: time,
    modified_at: time,
    published_at: orNull(time),
    figures: orNull(
      object({
        views: tally,
        ratings: { ...list({ ...tally, maximum: 100_000_000 }), minItems: 5, maxItems: 5 },
        helpful_yes: tally,
        helpful_no: tally,
        downloads: tally,
        last_viewed_at: orNull(time),
      }),
    ),
    attachments: list(ref('attachment'), MAX_ATTACHMENTS),
  },
  ['attachments', 'search_aliases'],
);

const revision = object({
  article: uuid,
  version,
  kind: { enum: ['save', 'restore', 'import', 'schedule'] },
  parent_version: orNull(version),
  author: orNull(login),
  created_at: time,
  title: text,
  excerpt: text,
  content: text,
  format,
  fields: object(fields, ['search_aliases']),
});

const redirect = object({
  locale,
  path,
  kind: { enum: ['article', 'category', 'external', 'gone'] },
  target: orNull(uuid),
  url: orNull({ type: 'string', pattern: '^https?://[^\\s]+$' }),
});

const entries = list({ type: 'string', minLength: 1, maxLength: MAX_ENTRY_LENGTH }, MAX_ENTRIES);

const synonym = object({ locale, words: { ...entries, minItems: 1 }, also: entries });

const promotion = object({
  locale,
  query: { type: 'string', minLength: 1, maxLength: MAX_QUERY_LENGTH },
  articles: { ...list(uuid, MAX_ARTICLES), minItems: 1 },
});

const DEFS = { media, seo, access, category, attachment, article, revision, redirect, synonym, promotion };

/** Name in `$defs` of each section's entries. */
export const ENTRIES = {
  categories: 'category',
  articles: 'article',
  revisions: 'revision',
  redirects: 'redirect',
  synonyms: 'synonym',
  promotions: 'promotion',
} as const satisfies Record<(typeof SECTIONS)[number], keyof typeof DEFS>;

/** JSON Schema 2020-12 of an export. `templates/kb/export.schema.json` is a copy for other programs. */
export const EXPORT_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Knowledge base',
  description: 'Format of `mortise kb export --to=json`.',
  ...object(
    {
      format: { const: JSON_FORMAT },
      version: { const: JSON_VERSION },
      exported_at: time,
      site: object({ url: text, locale }),
      ...Object.fromEntries(SECTIONS.map((section) => [section, list(ref(ENTRIES[section]))])),
      counts: object(Object.fromEntries(SECTIONS.map((section) => [section, count])), LATER_SECTIONS),
    },
    LATER_SECTIONS,
  ),
  $defs: DEFS,
};
