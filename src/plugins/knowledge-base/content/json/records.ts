import type { ContentFormat } from '../../../../content.js';
import type { AccessMode, Teaser } from '../../domain/access/rule.js';
import type { ArticleStatus } from '../../domain/articles/article.js';
import type { Redirect } from '../../domain/links/redirects.js';
import type { RevisionKind } from '../../domain/revisions/revisions.js';

/** Value of the first member of an export. */
export const JSON_FORMAT = 'mortise-kb';
/** File name of an export that comes with media files. */
export const JSON_FILE = 'export.json';
/** Format version. Increment it when earlier releases would misread new files. */
export const JSON_VERSION = 1;

/** Sections of an export, in the order in which they are written. */
export const SECTIONS = ['categories', 'articles', 'revisions', 'redirects', 'synonyms', 'promotions'] as const;
export type Section = (typeof SECTIONS)[number];
/** Sections missing in exports of earlier releases. */
export const LATER_SECTIONS = ['synonyms', 'promotions'] as const satisfies readonly Section[];
/** Counts of an empty export. */
export const NO_COUNTS = {
  categories: 0,
  articles: 0,
  revisions: 0,
  redirects: 0,
  synonyms: 0,
  promotions: 0,
} as const;

/** Number of entries by section; the last member of an export. */
export type Counts = Readonly<Record<Section, number>>;

/** Image of the media library, matched by hash: the file itself is not part of the export. */
export interface MediaRecord {
  readonly sha256: string;
  readonly filename: string;
}

export interface SeoRecord {
  readonly title: string;
  readonly description: string;
  readonly canonical: string;
  readonly noindex: boolean;
  readonly og_image: MediaRecord | null;
}

/** Access rule. Users are named by login, and a password is stored as its slow hash. */
export interface AccessRecord {
  readonly mode: AccessMode;
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly capability?: string;
  readonly password_hash?: string;
  readonly listed: boolean;
  readonly teaser: Teaser;
  readonly teaser_words: number;
  readonly message: string | null;
  readonly redirect_to_login: boolean;
}

export interface CategoryRecord {
  readonly uuid: string;
  /** UUID of the parent; null on the top level. */
  readonly parent: string | null;
  readonly locale: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly order: number;
  readonly image: MediaRecord | null;
  readonly seo: SeoRecord | null;
  /** Remaining metadata: icon, color, translation_key. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly access_rule: AccessRecord | null;
}

/** Members that are also part of each revision. */
export interface FieldsRecord {
  readonly slug: string;
  readonly status: ArticleStatus;
  readonly locale: string;
  /** UUIDs, the primary one first. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly order: number;
  readonly sticky: boolean;
  readonly seo: SeoRecord;
  readonly featured_media: MediaRecord | null;
  /** UUIDs of articles. */
  readonly related: readonly string[];
  readonly review_by: string | null;
  /** Missing in exports of earlier releases; existing aliases are kept then. */
  readonly search_aliases?: readonly string[];
}

/** Counters of an article. Votes are totals without visitors. */
export interface CountersRecord {
  readonly views: number;
  readonly ratings: readonly [number, number, number, number, number];
  readonly helpful_yes: number;
  readonly helpful_no: number;
  readonly downloads: number;
  readonly last_viewed_at: string | null;
}

/** Attachment of an article. */
export interface AttachmentRecord {
  readonly file: {
    readonly sha256: string;
    readonly filename: string;
    readonly mime_type: string;
    /** Size in bytes. */
    readonly size: number;
    /** POSIX path next to the export; null if the file was not copied. */
    readonly path: string | null;
    /** URL on the exported site; null if the file is next to the export. */
    readonly url: string | null;
  };
  readonly title: string;
  readonly description: string;
  readonly order: number;
  /** Additional access rule, besides that of the article. */
  readonly access_rule: AccessRecord | null;
  readonly downloads: number;
  readonly last_download_at: string | null;
  readonly created_at: string;
  /** Login; null for none. */
  readonly created_by: string | null;
}

export interface ArticleRecord extends FieldsRecord {
  readonly uuid: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly format: ContentFormat;
  /** Login; null for none. */
  readonly author: string | null;
  readonly contributors: readonly string[];
  readonly translation_key: string | null;
  readonly redirects: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly access_rule: AccessRecord | null;
  readonly reviewed_at: string | null;
  readonly trashed_from: ArticleStatus | null;
  readonly trashed_at: string | null;
  readonly version: number;
  readonly parent_revision: number | null;
  readonly created_at: string;
  readonly modified_at: string;
  readonly published_at: string | null;
  readonly figures: CountersRecord | null;
  /** In order. Missing in exports of earlier releases; existing attachments are kept then. */
  readonly attachments?: readonly AttachmentRecord[];
}

export interface RevisionRecord {
  /** UUID of the article. */
  readonly article: string;
  readonly version: number;
  readonly kind: RevisionKind;
  readonly parent_version: number | null;
  readonly author: string | null;
  readonly created_at: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly format: ContentFormat;
  readonly fields: FieldsRecord;
}

export interface RedirectRecord {
  readonly locale: string;
  readonly path: string;
  readonly kind: Redirect['kind'];
  /** UUID of the target article or category. */
  readonly target: string | null;
  /** Target of an external redirect. */
  readonly url: string | null;
}

/** Synonym group of a locale. */
export interface SynonymRecord {
  readonly locale: string;
  readonly words: readonly string[];
  readonly also: readonly string[];
}

/** Promoted articles of a query. */
export interface PromotionRecord {
  readonly locale: string;
  readonly query: string;
  /** UUIDs of articles, the first result first. */
  readonly articles: readonly string[];
}

/** Entry types by section. */
export interface Records {
  readonly categories: CategoryRecord;
  readonly articles: ArticleRecord;
  readonly revisions: RevisionRecord;
  readonly redirects: RedirectRecord;
  readonly synonyms: SynonymRecord;
  readonly promotions: PromotionRecord;
}
