import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ImportRights } from './import-access.js';
import type { MappedIds } from './import-map.js';
import type { ImportedItem } from './imported-item.js';
import type { SourceState } from './item.js';
import type { ItemIndex } from './links/item-index.js';
import type { SourceSites } from './links/resolve-links.js';
import type { MediaMode } from './media/media-mode.js';
import type { MediaTaker } from './media/take-media.js';
import type { ImportPlan } from './planned-item.js';
import type { ImportReport, Tally } from './report.js';
import type { ImportSource } from './source.js';
import type { createSources, SourceRecord, UpdatePolicy } from './sources.js';

/** State shared by the steps of an import. */
export interface ImportRun extends Omit<ImportOptions, 'media'> {
  readonly kb: KnowledgeBase;
  readonly sources: ReturnType<typeof createSources>;
  /** Import records of the items at the start. */
  readonly records: ReadonlyMap<string, SourceRecord>;
  /** Decisions about all categories and articles. */
  readonly plan: ImportPlan;
  /** Lookup of items by key and path. */
  readonly index: ItemIndex;
  readonly sites: SourceSites;
  readonly media: MediaTaker;
  /** Results by item key. */
  readonly targets: Map<string, ImportTarget>;
  readonly report: ImportReport;
}

export interface ImportOptions extends ImportRights {
  readonly source: ImportSource;
  /** Name of the source. Importing again under the same name updates existing items. */
  readonly name: string;
  /** `skip` keeps existing items, `newer` applies changes of the source, and `overwrite` also discards local edits. */
  readonly update?: UpdatePolicy | undefined;
  /** Category id that becomes the parent of everything. */
  readonly under?: number | undefined;
  /** URLs of the source site; absolute links that begin with them are internal. */
  readonly baseUrls?: readonly string[] | undefined;
  readonly author?: User | null | undefined;
  /**
   * Whether HTML is stored unfiltered; false for users without the permission.
   * @default true
   */
  readonly unfilteredHtml?: boolean | undefined;
  /** Status of new articles, overriding that of the source. */
  readonly status?: SourceState | undefined;
  /** Resolved import map. */
  readonly mapped?: MappedIds | undefined;
  /**
   * Handling of images and downloads.
   * @default 'link'
   */
  readonly media?: MediaMode | undefined;
  readonly dryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Hooks that observe and filter the import. */
  readonly hooks?: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'> | undefined;
  /** Called with the result of each category and article. */
  readonly onItem?: ((item: ImportedItem) => Promise<void>) | undefined;
  /** Called before each of `stepsOf(source)` steps. */
  readonly onStep?: (() => void) | undefined;
}

/** Result of importing an item. */
export interface ImportTarget {
  readonly id: number;
  readonly outcome: keyof Tally;
  /** Current import record; null for an item that a dry run would create. */
  readonly record: SourceRecord | null;
}
