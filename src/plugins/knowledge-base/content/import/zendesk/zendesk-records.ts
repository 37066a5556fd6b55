/** Article in one language, as returned by the Zendesk Help Center API. Unused members are omitted. */
export interface ZendeskArticle {
  readonly id: number;
  readonly title: string;
  /** HTML; null for an empty draft. */
  readonly body: string | null;
  readonly locale: string;
  readonly source_locale?: string;
  readonly html_url?: string | null;
  readonly author_id?: number | null;
  readonly section_id?: number | null;
  readonly draft?: boolean;
  readonly promoted?: boolean;
  readonly position?: number;
  readonly label_names?: readonly string[] | null;
  readonly vote_sum?: number;
  readonly vote_count?: number;
  /** User segment that may read it; null for everyone. */
  readonly user_segment_id?: number | null;
  /** User segments, any of which may read it. */
  readonly user_segment_ids?: readonly number[] | null;
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/** Category or section. A section belongs to a category or to another section. */
export interface ZendeskPlace {
  readonly id: number;
  readonly name: string;
  readonly description?: string | null;
  readonly locale: string;
  readonly source_locale?: string;
  readonly html_url?: string | null;
  readonly position?: number;
  readonly category_id?: number | null;
  readonly parent_section_id?: number | null;
}

/** Arrays that are read from a response; others are ignored. */
export const ZENDESK_PARTS = ['categories', 'sections', 'articles'] as const;
export type ZendeskPart = (typeof ZENDESK_PARTS)[number];

const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const ID_OR_NONE = { ...ID, type: ['integer', 'null'] };
const POSITION = { type: 'integer', minimum: -999_999_999, maximum: 999_999_999 };
const VOTES = 1_000_000_000;
const text = (maxLength: number) => ({ type: 'string', maxLength });
const textOrNone = (maxLength: number) => ({ type: ['string', 'null'], maxLength });

const SHARED = {
  id: ID,
  locale: text(40),
  source_locale: text(40),
  html_url: textOrNone(4_000),
  position: POSITION,
};

const PLACE = {
  type: 'object',
  required: ['id', 'name', 'locale'],
  properties: {
    ...SHARED,
    name: text(2_000),
    description: textOrNone(64_000),
    category_id: ID_OR_NONE,
    parent_section_id: ID_OR_NONE,
  },
};

/** JSON Schemas of the entries. */
export const ZENDESK_ENTRIES: Readonly<Record<ZendeskPart, object>> = {
  categories: PLACE,
  sections: PLACE,
  articles: {
    type: 'object',
    required: ['id', 'title', 'body', 'locale'],
    properties: {
      ...SHARED,
      title: text(2_000),
      body: { type: ['string', 'null'] },
      author_id: { type: ['integer', 'null'] },
      section_id: ID_OR_NONE,
      draft: { type: 'boolean' },
      promoted: { type: 'boolean' },
      label_names: { type: ['array', 'null'], items: text(500), maxItems: 1_000 },
      vote_sum: { type: 'integer', minimum: -VOTES, maximum: VOTES },
      vote_count: { type: 'integer', minimum: 0, maximum: VOTES },
      user_segment_id: ID_OR_NONE,
      user_segment_ids: { type: ['array', 'null'], items: ID, maxItems: 100 },
      created_at: textOrNone(40),
      updated_at: textOrNone(40),
    },
  },
};
