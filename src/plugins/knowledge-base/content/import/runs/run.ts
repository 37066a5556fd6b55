import type { User } from '../../../../../index.js';
import type { Run as CoreRun, RunError } from '../../../../../runs.js';
import type { ImportFormat } from '../formats.js';
import type { ImportMap } from '../import-map.js';
import type { SourceState } from '../item.js';
import type { MediaMode } from '../media/media-mode.js';
import type { ProfileName } from '../profiles/profile.js';
import type { UpdatePolicy } from '../sources.js';
import type { WxrProfile } from '../wxr/mapping.js';
import type { StoredReport } from './stored-report.js';

export const RUN_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** Stored options of a run; see `ImportRequest`. */
export interface RunOptions {
  readonly from: ImportFormat;
  readonly profile: 'auto' | ProfileName | WxrProfile;
  readonly update: UpdatePolicy;
  readonly category: number | null;
  readonly baseUrl: string | null;
  readonly status: SourceState | null;
  readonly limit: number | null;
  /** Import map; null or absent if there is none, and once the file was deleted, because it names people. */
  readonly map?: ImportMap | null;
  /** Handling of files in an archive; null or absent for the default. */
  readonly media?: MediaMode | null;
  readonly dryRun: boolean;
  /** Whether the user may manage access with the credentials used to start the run. */
  readonly canManageAccess: boolean;
  readonly canManageSearch: boolean;
  /** Whether the user may store unfiltered HTML. */
  readonly unfilteredHtml: boolean;
}

/** Uploaded file of a run. */
export interface RunFile {
  /** Original file name. */
  readonly name: string;
  readonly bytes: number;
  /** Storage key; null once the file was deleted. */
  readonly key: string | null;
}

/** Import run started over REST or in the admin area. */
export interface Run {
  readonly id: number;
  readonly state: (typeof RUN_STATES)[number];
  readonly userId: number | null;
  readonly authorId: number | null;
  readonly source: string;
  readonly options: RunOptions;
  readonly file: RunFile;
  /** Number of job attempts. More than one after a crash or an outage. */
  readonly attempts: number;
  readonly progress: { readonly done: number; readonly total: number };
  readonly report: StoredReport | null;
  readonly error: RunError | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/** Data of a new run. */
export type NewRun = Pick<Run, 'authorId' | 'options' | 'source'> & { readonly user: User };

/** Input of a run as stored. */
export interface RunInput extends Pick<Run, 'authorId' | 'source'> {
  readonly options: Omit<RunOptions, 'map'>;
  readonly file: Pick<RunFile, 'bytes' | 'name'>;
}

/** Part of a run that changes. The map is deleted with the file, because it names people. */
export interface RunState extends Pick<Run, 'report'>, Pick<RunFile, 'key'> {
  readonly map: ImportMap | null;
}

export type StoredRun = CoreRun<RunInput, RunState>;

export function toRun({ status, input, state, processed: done, total, ...run }: StoredRun): Run {
  const { id, userId, attempts, error, createdAt, startedAt, endedAt } = run;
  const { authorId, source, options, file } = input;
  return {
    id,
    // These runs are never paused, and their jobs continue them when a process stops.
    state: status as Run['state'],
    userId,
    authorId,
    source,
    options: { ...options, map: state.map },
    file: { ...file, key: state.key },
    attempts,
    progress: { done, total },
    report: state.report,
    error: error && { details: null, ...error },
    createdAt,
    startedAt,
    endedAt,
  };
}

export function isActive({ state }: Pick<Run, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}
