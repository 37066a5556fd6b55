import { bool, type Database, type Selectable, utc } from '../../../database.js';
import type { Tables } from '../../../index.js';
import type { Attachment } from '../../../media.js';

/** State of an image. */
export interface PictureState {
  readonly attachmentId: number;
  /** Whether a user excluded it. */
  readonly excluded: boolean;
  /** Version of the attachment with a watermark; null while the original is public. */
  readonly markedVersion: number | null;
  readonly markedSha256: string | null;
  readonly originalSha256: string | null;
  readonly configHash: string | null;
  /** Generation of the backups that match the current image; 0 for none. */
  readonly generation: number;
  readonly runId: number | null;
  readonly markedAt: Date | null;
  readonly restoredAt: Date | null;
}

/** Repository of image states. */
export interface Pictures {
  /** Returns the state of an image. An image never worked on has no watermark and no backups. */
  get(attachmentId: number): Promise<PictureState>;
  /** Returns the states of several images with one query. */
  getMany(attachmentIds: readonly number[]): Promise<ReadonlyMap<number, PictureState>>;
  /** Updates some fields of a state. */
  save(attachmentId: number, changes: Partial<Omit<PictureState, 'attachmentId'>>): Promise<void>;
  remove(attachmentId: number): Promise<void>;
  /** Counts the watermarked and excluded images. */
  count(): Promise<{ readonly marked: number; readonly excluded: number }>;
}

export function createPictures(db: Database): Pictures {
  return {
    async get(id) {
      const row = await db.query
        .selectFrom('watermark_pictures')
        .selectAll()
        .where('attachment_id', '=', id)
        .executeTakeFirst();
      return row ? toState(row) : untouched(id);
    },
    async getMany(ids) {
      const query = db.query.selectFrom('watermark_pictures').selectAll();
      const rows = ids.length === 0 ? [] : await query.where('attachment_id', 'in', [...ids]).execute();
      const states = new Map(rows.map((row) => [row.attachment_id, toState(row)]));
      return new Map(ids.map((id) => [id, states.get(id) ?? untouched(id)]));
    },
    async save(id, changes) {
      const columns = columnsOf(changes);
      const row = { ...columnsOf(untouched(id)), ...columns, attachment_id: id };
      await db.upsert('watermark_pictures', row, ['attachment_id'], columns);
    },
    async count() {
      const { marked, excluded } = await db.query
        .selectFrom('watermark_pictures')
        .select(({ fn }) => [
          fn.count<number>('marked_version').as('marked'),
          fn.sum<number>('excluded').as('excluded'),
        ])
        .executeTakeFirstOrThrow();
      return { marked: Number(marked), excluded: Number(excluded ?? 0) };
    },
    async remove(id) {
      await db.query.deleteFrom('watermark_pictures').where('attachment_id', '=', id).execute();
    },
  };
}

/**
 * Whether the public version of an image has our watermark. It is then the version we published, or one derived from
 * it while the plugin was inactive.
 */
export function showsMark(state: PictureState, { version, sha256 }: Pick<Attachment, 'sha256' | 'version'>): boolean {
  const { markedVersion, markedSha256, originalSha256 } = state;
  if (markedVersion === null) return false;
  return markedVersion === version || (markedSha256 === sha256 && markedSha256 !== originalSha256);
}

/** Whether a run was interrupted after it finished this image and before it counted it. */
export function isDoneIn(runId: number | null, state: Pick<PictureState, 'runId'>): boolean {
  return runId !== null && state.runId === runId;
}

function untouched(attachmentId: number): PictureState {
  return {
    attachmentId,
    excluded: false,
    markedVersion: null,
    markedSha256: null,
    originalSha256: null,
    configHash: null,
    generation: 0,
    runId: null,
    markedAt: null,
    restoredAt: null,
  };
}

type Row = Tables['watermark_pictures'];

function toState(row: Selectable<Row>): PictureState {
  return {
    attachmentId: row.attachment_id,
    excluded: bool.decode(row.excluded),
    markedVersion: row.marked_version,
    markedSha256: row.marked_sha256,
    originalSha256: row.original_sha256,
    configHash: row.config_hash,
    generation: row.generation,
    runId: row.run_id,
    markedAt: row.marked_at === null ? null : utc.decode(row.marked_at),
    restoredAt: row.restored_at === null ? null : utc.decode(row.restored_at),
  };
}

/** @overload a complete state yields all columns */
function columnsOf(state: PictureState): Omit<Selectable<Row>, 'attachment_id'>;
function columnsOf(changes: Partial<PictureState>): Partial<Omit<Selectable<Row>, 'attachment_id'>>;
function columnsOf(changes: Partial<PictureState>): Partial<Omit<Selectable<Row>, 'attachment_id'>> {
  const date = (value: Date | null | undefined) => (value ? utc.encode(value) : value);
  const columns = {
    excluded: changes.excluded === undefined ? undefined : bool.encode(changes.excluded),
    marked_version: changes.markedVersion,
    marked_sha256: changes.markedSha256,
    original_sha256: changes.originalSha256,
    config_hash: changes.configHash,
    generation: changes.generation,
    run_id: changes.runId,
    marked_at: date(changes.markedAt),
    restored_at: date(changes.restoredAt),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
