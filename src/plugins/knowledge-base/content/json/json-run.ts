import type { OwnedHooks } from '../../../../hooks.js';
import type { User } from '../../../../index.js';
import type { Actor } from '../../domain/articles/actor.js';
import type { ImportRights } from '../import/import-access.js';
import type { ImportedItem } from '../import/imported-item.js';
import type { SourceState } from '../import/item.js';
import type { MediaMode } from '../import/media/media-mode.js';
import type { SourceFiles } from '../import/media/source-files.js';
import type { FileTaker } from '../import/media/take-file.js';
import type { ImportReport } from '../import/report.js';
import type { Sources, UpdatePolicy } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ValidatedExport } from './read-export.js';
import type { Targets } from './targets.js';

export interface JsonImportOptions extends ImportRights {
  /** Name of the source for callbacks and the report. */
  readonly name: string;
  readonly update?: UpdatePolicy | undefined;
  /** Category id that becomes the parent of the export's top-level categories. */
  readonly under?: number | undefined;
  /** Author of content whose authors have no account here. */
  readonly author?: User | null | undefined;
  /**
   * Whether HTML is stored unfiltered; false for users without the permission.
   * @default true
   */
  readonly unfilteredHtml?: boolean | undefined;
  readonly status?: SourceState | undefined;
  readonly limit?: number | undefined;
  readonly dryRun?: boolean | undefined;
  /** Files next to the export; null if there are none. */
  readonly files?: SourceFiles | null | undefined;
  /**
   * Handling of attachments.
   * @default `copy` if the export comes with files, else `link`
   */
  readonly media?: MediaMode | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: ((steps: number) => void) | undefined;
  readonly onItem?: ((item: ImportedItem) => Promise<void>) | undefined;
  readonly onStep?: (() => void) | undefined;
}

/** State shared by the steps of an import. */
export interface JsonRun extends JsonImportOptions {
  readonly files: SourceFiles | null;
  readonly media: MediaMode;
  readonly sources: Sources;
  readonly takeFile: FileTaker['take'];
  readonly kb: KnowledgeBase;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>;
  readonly source: ValidatedExport;
  readonly targets: Targets;
  readonly report: ImportReport;
  readonly actor: Actor;
  /** Ids of articles that match the file; their versions and related articles are imported too. */
  readonly settled: Set<number>;
  /** Ids created by this run. */
  readonly created: { readonly articles: Set<number>; readonly categories: Set<number> };
}
