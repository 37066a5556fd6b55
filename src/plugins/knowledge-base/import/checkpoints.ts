import { randomBytes } from 'node:crypto';
import { type Database, HostError, json, utc } from '../../../index.js';

/** How an import was asked for: what going on with it needs. */
export interface ImportCheckpoint {
  /** Name of the source. */
  readonly source: string;
  /** Options as they were given, paths from the root; without who is its author. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether somebody was named as the author. */
  readonly hasAuthor: boolean;
}

/**
 * Imports that have begun and not come to their end. What they did is in the database already, each thing whole; a
 * checkpoint knows how they were asked for, so that the rest follows in the same way, whatever ended the process.
 */
export interface Checkpoints {
  /** @returns the token to go on with: that of the same source, if one was interrupted before */
  begin(checkpoint: ImportCheckpoint): Promise<string>;
  /** @throws HostError 404 `vendor_kb_import_resume_unknown` */
  find(token: string): Promise<ImportCheckpoint>;
  /** It has come to its end. */
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
        const message = `There is no interrupted import with the token "${token}". It has come to its end, or never began: import the source itself.`;
        throw new HostError('vendor_kb_import_resume_unknown', message, { status: 404 });
      }
      return { source: row.source, ...(json.decode(row.options) as Omit<ImportCheckpoint, 'source'>) };
    },
    async end(token) {
      await db.query.deleteFrom('kb_import_checkpoints').where('token', '=', token).execute();
    },
  };
}
