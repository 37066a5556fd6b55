import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { once } from '../../../../utilities.js';
import { isLocale } from '../../domain/locale.js';
import { invalidJson } from './invalid-json.js';
import { assertValid, parsePiece, placeOf, textOf } from './parse-piece.js';
import { type Counts, JSON_FORMAT, JSON_VERSION, NO_COUNTS, type Records, SECTIONS, type Section } from './records.js';
import { ENTRIES, EXPORT_SCHEMA } from './schema.js';
import { type JsonPiece, splitJson } from './split-json.js';

/** Entry of an export. */
export interface ExportEntry<Record> {
  readonly record: Record;
  /** Position in the file, e.g. `articles[3]`. */
  readonly place: string;
}

/** Export that was validated completely. */
export interface ValidatedExport {
  readonly counts: Counts;
  /** Reads the entries of one section from the file, in order. Only one entry is in memory at a time. */
  entries<Name extends Section>(section: Name): AsyncGenerator<ExportEntry<Records[Name]>>;
}

/**
 * Limits of one entry: characters, for the largest article other imports accept including escapes, and nesting
 * depth.
 */
const LIMITS = { length: 64 * 1024 * 1024, depth: 64 };
/** Maximum number of categories, which are sorted in memory. */
const MAX_CATEGORIES = 50_000;

/**
 * Validates a whole export before anything uses it. A truncated, malformed or inconsistent file is rejected
 * completely.
 * @throws HostError 422 `vendor_kb_import_invalid` with the position in the file
 */
export async function openExport(path: string): Promise<ValidatedExport> {
  const validators = validatorsOf();
  const pieces = () => splitJson(textOf(path), LIMITS);
  const counts = await check(pieces(), validators);
  return {
    counts,
    async *entries(section) {
      for await (const piece of pieces()) {
        if (piece.member === section) {
          yield { record: parsePiece(piece, validators[section]) as Records[typeof section], place: placeOf(piece) };
        }
      }
    },
  };
}

/** Compiling takes a quarter of a second. */
const validatorsOf = once(createValidators);

type Validators = Readonly<Record<Section | 'head', ValidateFunction>>;

async function check(pieces: AsyncIterable<JsonPiece>, validators: Validators): Promise<Counts> {
  const counts: Record<Section, number> = { ...NO_COUNTS };
  const head: Record<string, unknown> = {};
  const uuids = new Set<string>();
  const parents = new Map<string, string | null>();
  let line = 1;
  for await (const piece of pieces) {
    line = piece.line;
    const section = SECTIONS.find((name) => name === piece.member);
    if (section === undefined) {
      if (piece.index !== null) throw invalidJson(`The export has no "${piece.member}"`, line);
      head[piece.member] = parsePiece(piece);
      assertReadable(head, line);
      continue;
    }
    if (piece.index === null) throw invalidJson(`${section} must be of type array`, line);
    assertReadable(head, line);
    const record = parsePiece(piece, validators[section]) as Records[Section];
    counts[section] += 1;
    if ('uuid' in record) {
      if (uuids.has(record.uuid)) throw invalidJson(`${placeOf(piece)}.uuid is a duplicate`, line);
      uuids.add(record.uuid);
    }
    if ('parent' in record) parents.set(record.uuid, record.parent);
    if (parents.size > MAX_CATEGORIES) throw invalidJson(`There are more than ${MAX_CATEGORIES} categories`, line);
  }
  assertValid(validators.head, head, 'The document', line);
  const claimed: Partial<Counts> = head.counts as Counts;
  for (const section of SECTIONS) {
    const { [section]: expected = 0 } = claimed;
    if (expected !== counts[section]) {
      throw invalidJson(`counts.${section} is ${expected}, but there are ${counts[section]}`, line);
    }
  }
  assertTree(parents);
  return counts;
}

/**
 * Checks format and version before everything else, so that a newer version is not misread or reported as malformed.
 */
function assertReadable({ format, version }: Record<string, unknown>, line: number): void {
  if (format !== JSON_FORMAT) {
    throw invalidJson(`"format" must come first and be "${JSON_FORMAT}". This is not a knowledge base export`, line);
  }
  if (version !== undefined && version !== JSON_VERSION) {
    throw invalidJson(
      `Its version is ${JSON.stringify(version)}, but this release reads version ${JSON_VERSION}`,
      line,
    );
  }
}

function assertTree(parents: ReadonlyMap<string, string | null>): void {
  for (const [uuid, parent] of parents) {
    const above = new Set([uuid]);
    for (let at = parent; at !== null; at = parents.get(at) ?? null) {
      if (!parents.has(at)) throw invalidJson(`Category ${uuid} has the parent ${at}, which is not in the file`);
      if (above.has(at)) throw invalidJson(`Category ${uuid} is its own descendant`);
      above.add(at);
      if (above.size > LIMITS.depth) throw invalidJson(`Category ${uuid} is nested too deeply`);
    }
  }
}

function createValidators(): Validators {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });
  formats.default(ajv, ['date', 'date-time']);
  ajv.addFormat('locale', isLocale);
  ajv.addSchema({ $defs: EXPORT_SCHEMA.$defs }, 'export');
  const of = (name: string) => ajv.compile({ $ref: `export#/$defs/${name}` });
  const { properties, required, additionalProperties } = EXPORT_SCHEMA as unknown as {
    properties: Record<string, object>;
    required: string[];
    additionalProperties: boolean;
  };
  const isHead = (name: string): boolean => !SECTIONS.some((section) => section === name);
  return {
    categories: of(ENTRIES.categories),
    articles: of(ENTRIES.articles),
    revisions: of(ENTRIES.revisions),
    redirects: of(ENTRIES.redirects),
    synonyms: of(ENTRIES.synonyms),
    promotions: of(ENTRIES.promotions),
    head: ajv.compile({
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isHead(name))),
      required: required.filter(isHead),
      additionalProperties,
    }),
  };
}
