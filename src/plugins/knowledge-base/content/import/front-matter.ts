import { HostError } from '../../../../index.js';
import { readYaml } from './read-yaml.js';

export interface FrontMatter {
  /** Parsed mapping; empty without front matter. */
  data: Record<string, unknown>;
  /** Everything before the body, byte for byte: byte order mark, blank lines, fences and content. */
  head: string;
  /** Everything after the closing fence, byte for byte; without front matter, the text without byte order mark. */
  body: string;
  /** Number of lines before the body. */
  bodyLine: number;
}

const MAX_LENGTH = 32 * 1024;
const FENCE = /^---([^\r\n]*)\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/**
 * Splits a Markdown file into front matter and body. Only YAML between `---` lines is read: gray-matter's `---js`
 * runs code from the file, so language tags, TOML and JSON are rejected. Blank lines before the fence are accepted,
 * as in Hugo.
 * @throws HostError 422 `vendor_kb_import_invalid` explaining the problem
 */
export function parseFrontMatter(text: string): FrontMatter {
  const matter = split(text);
  const head = text.slice(0, text.length - matter.body.length);
  return { ...matter, head, bodyLine: head.split('\n').length - 1 };
}

function split(text: string): Pick<FrontMatter, 'data' | 'body'> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (/^\+\+\+[ \t]*\r?\n/.test(source)) throw invalid('it is TOML (+++). Convert it to YAML between --- lines');
  const blank = /^(?:[ \t]*\r?\n)*/.exec(source)?.[0].length ?? 0;
  const rest = source.slice(blank);
  const open = FENCE.exec(rest);
  if (!open) return { data: {}, body: source };
  const language = (open[1] ?? '').trim();
  if (/^[a-z]/i.test(language) && language.toLowerCase() !== 'yaml') {
    throw invalid(`it is marked as "${language.slice(0, 40)}". Only YAML is supported`);
  }
  // `-----` and `--- -` are thematic breaks, not fences.
  if (language !== '' && language.toLowerCase() !== 'yaml') return { data: {}, body: source };

  const content = rest.slice(open[0].length);
  const close = CLOSING.exec(content);
  if (!close) {
    if (blank > 0) return { data: {}, body: source };
    throw invalid('the closing --- line is missing');
  }
  const yaml = content.slice(0, close.index);
  const body = content.slice(close.index + close[0].length);
  if (blank === 0) return { data: mapping(yaml), body };
  // After blank lines the same characters can be a thematic break, so only a valid mapping counts.
  const data = tryMapping(yaml);
  return data ? { data, body } : { data: {}, body: source };
}

function mapping(yaml: string): Record<string, unknown> {
  if (yaml.length > MAX_LENGTH) throw invalid(`it exceeds ${MAX_LENGTH} characters`);
  const value = parseYaml(yaml);
  if (value === null || value === undefined) return {};
  if (!isMapping(value)) throw invalid('it must be a mapping (key: value lines)');
  return value;
}

function tryMapping(yaml: string): Record<string, unknown> | undefined {
  try {
    return mapping(yaml);
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

function parseYaml(yaml: string): unknown {
  try {
    return readYaml(yaml);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw invalid(`it is not valid YAML: ${reason}`, error);
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function invalid(reason: string, cause?: unknown): HostError {
  const message = `The front matter cannot be read: ${reason}.`;
  return new HostError('vendor_kb_import_invalid', message, { status: 422 }, { cause });
}
