import type { ColumnDefinition } from '../database/column.js';
import { assertIdentifier } from '../database/identifiers.js';
import type { Inspection } from '../database/inspection.js';
import { isRecordTable } from '../database/schema-record.js';
import type { SourceTable, TransferSource } from '../database/transfer/prepare-target.js';
import { HostError, messageOf } from '../errors.js';
import { onDemand } from '../on-demand.js';
import { once } from '../once.js';
import { isRecord } from '../record.js';
import { assertKey } from '../services/objects/object-key.js';
import { damaged } from './backup-errors.js';

const ajv = onDemand<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

export const FORMAT = 'mortise-backup';
/** Format version. Since version 2, tables have an owner. */
export const VERSION = 2;
/** Entries of the archive. The manifest is last because it describes all others; only its digest follows. */
export const MANIFEST = 'manifest.json';
export const MANIFEST_DIGEST = 'manifest.sha256';

/** An archive entry with rows of a table, or with a file. */
export interface BackupPart {
  readonly entry: string;
  readonly bytes: number;
  /** Hash of the bytes in the archive. */
  readonly sha256: string;
}

export interface RowsPart extends BackupPart {
  readonly rows: number;
  /** Length of the lines before compression, in bytes. */
  readonly unpacked: number;
}

export interface BackupTable {
  readonly name: string;
  /** Part of the core, or plugin, whose migrations created it. Missing in backups of version 1. */
  readonly owner?: string;
  readonly columns: readonly { readonly name: string; readonly definition: ColumnDefinition }[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly { readonly columns: readonly string[]; readonly isUnique: boolean }[];
  readonly rows: number;
  /** Checksum made by `createRowDigest`. */
  readonly checksum: string;
  /** Next automatic id, as digits. Null for tables without automatic ids. */
  readonly nextId: string | null;
  readonly parts: readonly RowsPart[];
}

export interface BackupFile extends BackupPart {
  readonly key: string;
}

/** Contents of a backup. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly createdAt: string;
  /** Version of the package that created it. */
  readonly release: string;
  readonly server: string;
  readonly readAs: Inspection['readAs'];
  readonly books: Readonly<Record<string, readonly string[]>>;
  readonly tables: readonly BackupTable[];
  readonly files: readonly BackupFile[];
}

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const texts = { type: 'array', items: text } as const;
const kind = { enum: ['id', 'integer', 'bigint', 'boolean', 'datetime', 'key', 'string', 'text', 'json'] } as const;
const part = { entry: text, bytes: count, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } } as const;

function object(properties: Record<string, object>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

function list(items: object): object {
  return { type: 'array', items };
}

const DEFINITION = object(
  {
    kind,
    length: { type: 'integer', minimum: 0, maximum: 16_000 },
    nullable: { type: 'boolean' },
    default: { type: ['string', 'number'] },
  },
  ['default'],
);

const SCHEMA = object({
  format: { const: FORMAT },
  version: { enum: [1, VERSION] },
  createdAt: text,
  release: text,
  server: text,
  readAs: { type: 'object', additionalProperties: kind },
  books: { type: 'object', additionalProperties: texts },
  tables: list(
    object(
      {
        name: text,
        owner: text,
        columns: list(object({ name: text, definition: DEFINITION })),
        primaryKey: { ...texts, minItems: 1 },
        indexes: list(object({ columns: texts, isUnique: { type: 'boolean' } })),
        rows: count,
        checksum: part.sha256,
        nextId: { type: ['string', 'null'], pattern: '^\\d{1,19}$' },
        parts: list(object({ ...part, rows: count, unpacked: count })),
      },
      ['owner'],
    ),
  ),
  files: list(object({ ...part, key: text })),
});

const isManifest = once(() => {
  const { Ajv2020 } = ajv();
  return new Ajv2020({ strict: true, allowUnionTypes: true }).compile<Manifest>(SCHEMA);
});

/**
 * Parses a manifest, and rejects anything but tables and files of a site.
 * @throws HostError 400 `backup_damaged`, `backup_newer`
 */
export function parseManifest(content: Buffer): Manifest {
  const value = parseJson(content);
  if (isRecord(value) && value.format === FORMAT && Number(value.version) > VERSION) {
    throw new HostError('backup_newer', 'A newer release made this backup. Install that release to restore it.', {
      status: 400,
    });
  }
  if (!isManifest()(value)) throw damaged('its manifest is malformed');
  try {
    for (const { name, owner, columns, primaryKey } of value.tables) {
      if (isRecordTable(name)) throw damaged(`"${name}" is not a table of a site`);
      if (owner !== undefined) assertIdentifier('owner', owner);
      for (const identifier of [name, ...columns.map((column) => column.name), ...primaryKey]) {
        assertIdentifier('part of the backup', identifier);
      }
    }
    for (const book of Object.keys(value.books)) assertIdentifier('migrations of', book);
    for (const { key } of value.files) assertKey(key);
  } catch (error) {
    throw damaged(messageOf(error).replace(/\.$/, ''));
  }
  assertDistinct(value.tables.map(({ name }) => name));
  assertDistinct(value.files.map(({ key }) => key));
  return value;
}

/** Converts the manifest to the source of a transfer. */
export function sourceOf({ tables, books, readAs }: Manifest): TransferSource {
  return { tables: tables.map(asSource), applied: new Map(Object.entries(books)), readAs };
}

function asSource({ name, owner, columns, primaryKey, indexes }: BackupTable): SourceTable {
  return {
    name,
    owner: owner ?? null,
    columns: columns.map((column) => ({ ...column, type: column.definition.kind })),
    primaryKey,
    indexes: indexes.map((index) => ({ ...index, name: '' })),
    bytes: null,
    faults: [],
  };
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw damaged('its manifest is not valid JSON');
  }
}

function assertDistinct(names: readonly string[]): void {
  if (new Set(names).size !== names.length) throw damaged('its manifest has a duplicate entry');
}
