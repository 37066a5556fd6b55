import { type Attachment, bool, type Database, type Selectable, type Tables, utc } from '../../../index.js';

/** How a picture stands. */
export interface PictureState {
  readonly attachmentId: number;
  /** Whether somebody wants it left alone. */
  readonly excluded: boolean;
  /** The version of the attachment that shows a mark; null while the original is shown. */
  readonly markedVersion: number | null;
  readonly markedSha256: string | null;
  readonly originalSha256: string | null;
  readonly configHash: string | null;
  /** Which of its backups are of the picture that is there now; 0 for none. */
  readonly generation: number;
  readonly runId: number | null;
  readonly markedAt: Date | null;
  readonly restoredAt: Date | null;
}

/** The states of pictures. */
export interface Pictures {
  /** As it stands; one that nothing was ever done with is not marked and has no backups. */
  get(attachmentId: number): Promise<PictureState>;
  /** The same of several, in one query. */
  several(attachmentIds: readonly number[]): Promise<ReadonlyMap<number, PictureState>>;
  /** Changes some of it. */
  save(attachmentId: number, changes: Partial<Omit<PictureState, 'attachmentId'>>): Promise<void>;
  remove(attachmentId: number): Promise<void>;
  /** How many of those that were ever worked on are how. */
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
    async several(ids) {
      const query = db.query.selectFrom('watermark_pictures').selectAll();
      const rows = ids.length === 0 ? [] : await query.where('attachment_id', 'in', [...ids]).execute();
      const known = new Map(rows.map((row) => [row.attachment_id, toState(row)]));
      return new Map(ids.map((id) => [id, known.get(id) ?? untouched(id)]));
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
 * Whether what is shown of a picture has our mark: it is the version that we published, or one that was made of it where
 * this plugin was not active.
 */
export function showsMark(state: PictureState, { version, sha256 }: Pick<Attachment, 'sha256' | 'version'>): boolean {
  const { markedVersion, markedSha256, originalSha256 } = state;
  if (markedVersion === null) return false;
  return markedVersion === version || (markedSha256 === sha256 && markedSha256 !== originalSha256);
}

/** Whether a run was cut off after it had done this picture, and before it could count it. */
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

/** @overload all of a state become all columns */
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
