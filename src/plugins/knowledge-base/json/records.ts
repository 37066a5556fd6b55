import type { ContentFormat } from '../../../index.js';
import type { AccessMode, Teaser } from '../access/rule.js';
import type { ArticleStatus } from '../article.js';
import type { Redirect } from '../redirects.js';
import type { RevisionKind } from '../revisions/revisions.js';

/** What the first member of an export says. */
export const JSON_FORMAT = 'mortise-kb';
/** What an export is called where files lie beside it. */
export const JSON_FILE = 'export.json';
/** One more when files can say something that earlier releases would misread. */
export const JSON_VERSION = 1;

/** The parts of an export, in the order in which it is written. */
export const SECTIONS = ['categories', 'articles', 'revisions', 'redirects', 'synonyms', 'promotions'] as const;
export type Section = (typeof SECTIONS)[number];
/** Those that are absent in what was exported before there were any. */
export const LATER_SECTIONS = ['synonyms', 'promotions'] as const satisfies readonly Section[];
/** An export of nothing. */
export const NO_COUNTS = {
  categories: 0,
  articles: 0,
  revisions: 0,
  redirects: 0,
  synonyms: 0,
  promotions: 0,
} as const;

/** How many entries each part has; what stands last in an export. */
export type Counts = Readonly<Record<Section, number>>;

/** A picture of the media library, found again by its bytes: the file itself is not part of the export. */
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

/** Who may read something. People are named by their logins; of a password there is the slow hash. */
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
  /** UUID of the one above; null on the top level. */
  readonly parent: string | null;
  readonly locale: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly order: number;
  readonly image: MediaRecord | null;
  readonly seo: SeoRecord | null;
  /** Everything else that is kept with it: icon, color, translation_key. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly access_rule: AccessRecord | null;
}

/** The members that revisions keep as well. */
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
  /** Absent in what was exported before there were any, which leaves alone those that are here. */
  readonly search_aliases?: readonly string[];
}

/** Counted, not written: votes in sums, without anybody's. */
export interface FiguresRecord {
  readonly views: number;
  readonly ratings: readonly [number, number, number, number, number];
  readonly helpful_yes: number;
  readonly helpful_no: number;
  readonly downloads: number;
  readonly last_viewed_at: string | null;
}

/** A file that comes with an article. */
export interface AttachmentRecord {
  readonly file: {
    readonly sha256: string;
    readonly filename: string;
    readonly mime_type: string;
    /** Bytes. */
    readonly size: number;
    /** Where it lies beside the export, posix; null where it was not taken along. */
    readonly path: string | null;
    /** Where it was on the site that was exported; null where it lies beside the export. */
    readonly url: string | null;
  };
  readonly title: string;
  readonly description: string;
  readonly order: number;
  /** Who may have it, of those who may read the article. */
  readonly access_rule: AccessRecord | null;
  readonly downloads: number;
  readonly last_download_at: string | null;
  readonly created_at: string;
  /** Login; null for nobody. */
  readonly created_by: string | null;
}

export interface ArticleRecord extends FieldsRecord {
  readonly uuid: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly format: ContentFormat;
  /** Login; null for nobody. */
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
  readonly figures: FiguresRecord | null;
  /** In their order; absent in what was exported before there were any, which leaves alone those that are here. */
  readonly attachments?: readonly AttachmentRecord[];
}

export interface RevisionRecord {
  /** UUID. */
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
  /** UUID of the article or category that it leads to. */
  readonly target: string | null;
  /** Of an external one. */
  readonly url: string | null;
}

/** Words that mean the same in searches. */
export interface SynonymRecord {
  readonly locale: string;
  readonly words: readonly string[];
  readonly also: readonly string[];
}

/** What comes first where somebody searches for something. */
export interface PromotionRecord {
  readonly locale: string;
  readonly query: string;
  /** UUIDs of articles, the first result first. */
  readonly articles: readonly string[];
}

/** The entries of each part. */
export interface Records {
  readonly categories: CategoryRecord;
  readonly articles: ArticleRecord;
  readonly revisions: RevisionRecord;
  readonly redirects: RedirectRecord;
  readonly synonyms: SynonymRecord;
  readonly promotions: PromotionRecord;
}
