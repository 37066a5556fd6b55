import { HostError } from '../../../../../index.js';

/** Human judgement of how well a document answers a query. */
export interface Judgement {
  /** Id of the query. */
  readonly query: string;
  /** Id or URL path of the document. */
  readonly document: string;
  /** 0 if it does not answer the query; higher is better. */
  readonly grade: number;
}

/**
 * Parses queries by id: one JSON object per line, `{ "id": "1", "text": "reset password" }`, or id and text
 * separated by a tab.
 * @param file file name for error messages
 * @throws HostError 422 `vendor_kb_judgements_invalid` naming the line
 */
export function parseQueries(text: string, file: string): Map<string, string> {
  const queries = new Map<string, string>();
  for (const { line, number } of linesOf(text)) {
    const [id, query] = line.startsWith('{') ? membersOf(line, ['id', 'text']) : line.split('\t');
    if (!isWord(id) || typeof query !== 'string' || query.trim() === '') {
      throw invalid(file, number, 'it must be {"id": "1", "text": "reset password"}, or both separated by a tab');
    }
    if (queries.has(String(id))) throw invalid(file, number, `the ID ${id} is a duplicate`);
    queries.set(String(id), query.trim());
  }
  return queries;
}

/**
 * Parses judgements, one per line, as JSON objects or TREC columns. JSON: `{ "q": "1", "d": "42", "grade": 1 }` with
 * a default grade of 1. TREC: `1 0 42 1`.
 * @param file file name for error messages
 * @throws HostError 422 `vendor_kb_judgements_invalid` naming the line
 */
export function parseJudgements(text: string, file: string): Judgement[] {
  return [...linesOf(text)].map(({ line, number }) => {
    const [query, document, grade = 1] = line.startsWith('{')
      ? membersOf(line, ['q', 'd', 'grade'])
      : columnsOf(line.split(/\s+/));
    if (!isWord(query) || !isWord(document) || !Number.isFinite(grade)) {
      throw invalid(file, number, 'it must be {"q": "1", "d": "42"}, with or without "grade", or "1 0 42 1"');
    }
    return { query: String(query), document: String(document), grade: Number(grade) };
  });
}

function* linesOf(text: string): Generator<{ line: string; number: number }, undefined> {
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const line = raw.trim();
    if (line !== '') yield { line, number: index + 1 };
  }
}

/** Returns an empty list for a line that is not JSON. */
function membersOf(line: string, names: readonly string[]): unknown[] {
  try {
    const object = JSON.parse(line) as Record<string, unknown>;
    return names.map((name) => object[name]);
  } catch {
    return [];
  }
}

/** The second TREC column is unused. */
function columnsOf([query, , document, grade]: readonly string[]): unknown[] {
  return [query, document, grade === undefined ? Number.NaN : Number(grade)];
}

function isWord(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function invalid(file: string, line: number, reason: string): HostError {
  const message = `Line ${line} of ${file} cannot be read: ${reason}.`;
  return new HostError('vendor_kb_judgements_invalid', message, { status: 422, line });
}
