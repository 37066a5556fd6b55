import type { User } from '../../../../index.js';
import type { ImportFormat } from '../formats.js';
import type { ImportMap } from '../import-map.js';
import type { SourceState } from '../item.js';
import type { MediaMode } from '../media/media-mode.js';
import type { ProfileName } from '../profiles/profile.js';
import type { UpdatePolicy } from '../run-import.js';
import type { WxrProfile } from '../wxr/mapping.js';
import type { StoredReport } from './stored-report.js';

export const RUN_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What was asked for, as it is stored; see `ImportRequest` for what it means. */
export interface RunOptions {
  readonly from: ImportFormat;
  readonly profile: 'auto' | ProfileName | WxrProfile;
  readonly update: UpdatePolicy;
  readonly category: number | null;
  readonly baseUrl: string | null;
  readonly status: SourceState | null;
  readonly limit: number | null;
  /** What the words of the source mean here; null and absent for no map, and once the file is gone: it names people. */
  readonly map?: ImportMap | null;
  /** Of an archive: what becomes of the files in it; null and absent for the default. */
  readonly media?: MediaMode | null;
  readonly dryRun: boolean;
  /** Whether whoever asked, with the credentials of then, may say who reads what. */
  readonly canManageAccess: boolean;
  readonly canManageSearch: boolean;
  /** The same of HTML that nobody sanitises before it is stored. */
  readonly unfilteredHtml: boolean;
}

/** Why a run failed, for people. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly details: unknown;
}

/** A file that waits to be imported. */
export interface RunFile {
  /** Where it came from. */
  readonly name: string;
  readonly bytes: number;
  /** Where it lies; null once it is removed. */
  readonly key: string | null;
}

/** An import that somebody asked for over REST. */
export interface Run {
  readonly id: number;
  readonly state: RunState;
  readonly jobId: string | null;
  readonly userId: number | null;
  readonly authorId: number | null;
  readonly source: string;
  readonly options: RunOptions;
  readonly file: RunFile;
  /** Runs of its job that were begun. More than one: a process died or something was away, and it went on. */
  readonly attempts: number;
  readonly progress: { readonly done: number; readonly total: number };
  readonly report: StoredReport | null;
  readonly error: RunError | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** What a run is begun with. */
export interface NewRun extends Pick<Run, 'authorId' | 'options' | 'source'> {
  readonly user: User;
  readonly file: RunFile & { readonly key: string };
}

/** How a run ended. */
export interface RunEnd extends Pick<Run, 'error' | 'report'> {
  readonly state: 'completed' | 'failed' | 'cancelled';
  readonly progress?: Run['progress'];
}

export function isActive({ state }: Pick<Run, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
