import { randomBytes } from 'node:crypto';
import { type Database, json, utc } from '../../../../database.js';
import { HostError } from '../../../../index.js';

/** Options of an interrupted import, needed to resume it. */
export interface ImportCheckpoint {
  /** Name of the source. */
  readonly source: string;
  /** Options as given, with absolute paths and without the author. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether an author was given. */
  readonly hasAuthor: boolean;
}

/**
 * Imports that were started but not finished. Their completed items are already in the database; a checkpoint stores
 * the options, so that the rest is imported in the same way.
 */
export interface Checkpoints {
  /** @returns token to resume with; an interrupted import of the same source keeps its token */
  begin(checkpoint: ImportCheckpoint): Promise<string>;
  /** @throws HostError 404 `vendor_kb_import_resume_unknown` */
  find(token: string): Promise<ImportCheckpoint>;
  /** Deletes the checkpoint of a finished import. */
  end(token: string): Promise<void>;
}

export function createCheckpoints(db: Database): Checkpoints {
  return {
    async begin({ source, options, hasAuthor }) {
      const values = { options: json.encode({ options, hasAuthor }), started_at: utc.encode(new Date()) };
      const token = randomBytes(9).toString('base64url');
      await db.upsert('kb_import_checkpoints', { source, token, ...values }, ['source'], values);
      const row = await db.query
        .selectFrom('kb_import_checkpoints')
        .select('token')
        .where('source', '=', source)
        .executeTakeFirst();
      return row?.token ?? token;
    },
    async find(token) {
      const row = await db.query
        .selectFrom('kb_import_checkpoints')
        .selectAll()
        .where('token', '=', token)
        .executeTakeFirst();
      if (!row) {
        const message = `There is no interrupted import with the token "${token}". It has completed, or never started. Import the source itself.`;
        throw new HostError('vendor_kb_import_resume_unknown', message, { status: 404 });
      }
      return { source: row.source, ...(json.decode(row.options) as Omit<ImportCheckpoint, 'source'>) };
    },
    async end(token) {
      await db.query.deleteFrom('kb_import_checkpoints').where('token', '=', token).execute();
    },
  };
}
