import type { OwnedHooks, User } from '../../../index.js';
import type { Actor } from '../hooks/article-hooks.js';
import type { ImportRights } from '../import/import-access.js';
import type { ImportedItem } from '../import/imported-item.js';
import type { SourceState } from '../import/item.js';
import type { MediaMode } from '../import/media/media-mode.js';
import type { SourceFiles } from '../import/media/source-files.js';
import type { FileTaker } from '../import/media/take-file.js';
import type { ImportReport } from '../import/report.js';
import type { UpdatePolicy } from '../import/run-import.js';
import type { Sources } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ReadableExport } from './read-export.js';
import type { Targets } from './targets.js';

export interface JsonImportOptions extends ImportRights {
  /** Name that callbacks and the report know it by. */
  readonly name: string;
  readonly update?: UpdatePolicy | undefined;
  /** What stands on the top level there goes below this category. */
  readonly under?: number | undefined;
  /** Of what was written by people who have no account here. */
  readonly author?: User | null | undefined;
  /** Whether HTML stays as it comes, default true: false for whoever may not store any. */
  readonly unfilteredHtml?: boolean | undefined;
  readonly status?: SourceState | undefined;
  readonly limit?: number | undefined;
  readonly dryRun?: boolean | undefined;
  /** The files that lie beside the export; null where there are none. */
  readonly files?: SourceFiles | null | undefined;
  /** What becomes of attachments; default `copy` where their files lie beside the export, else `link`. */
  readonly media?: MediaMode | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onStart?: ((steps: number) => void) | undefined;
  readonly onItem?: ((item: ImportedItem) => Promise<void>) | undefined;
  readonly onStep?: (() => void) | undefined;
}

/** What the steps of one import share. */
export interface JsonRun extends JsonImportOptions {
  readonly files: SourceFiles | null;
  readonly media: MediaMode;
  readonly sources: Sources;
  readonly takeFile: FileTaker['take'];
  readonly kb: KnowledgeBase;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>;
  readonly source: ReadableExport;
  readonly targets: Targets;
  readonly report: ImportReport;
  readonly actor: Actor;
  /** Ids of the articles that say here what they say in the file: their history and what they lead to is taken too. */
  readonly settled: Set<number>;
  /** Ids of what this run made. */
  readonly made: { readonly articles: Set<number>; readonly categories: Set<number> };
}
