import { HostError } from '../../../../index.js';
import { readToml } from './read-toml.js';
import { readYaml } from './read-yaml.js';

/** Languages of front matter. */
export type MatterLanguage = 'yaml' | 'toml' | 'json';

export interface FrontMatter {
  /** Parsed mapping; empty without front matter. */
  data: Record<string, unknown>;
  /** Everything before the body, byte for byte: byte order mark, blank lines, fences and content. */
  head: string;
  /** Everything after the front matter, byte for byte; without front matter, the text without byte order mark. */
  body: string;
  /** Number of lines before the body. */
  bodyLine: number;
}

/** Front matter of a text with its parts. */
export interface MatterParts {
  readonly language: MatterLanguage;
  /** Everything up to the content: byte order mark, blank lines and opening fence. */
  readonly opening: string;
  readonly content: string;
  /** The closing fence. */
  readonly closing: string;
}

const MAX_LENGTH = 32 * 1024;
const OPENING = /^(---|\+\+\+)([^\r\n]*)\r?\n/;
const OPENING_JSON = /^\{\s*(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\s*:/;
const CLOSING_YAML = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
const CLOSING_TOML = /^\+\+\+[ \t]*(?:\r?\n|$)/m;

/** Keys whose values are text, however YAML would read them. */
const TEXTS: ReadonlySet<string> = new Set(
  'title slug description summary author tags tag categories category aliases redirect_from id'.split(' '),
);

/**
 * Splits a Markdown file into front matter and body: YAML between `---`, TOML between `+++`, or a JSON object, as in
 * Hugo. Other languages are rejected, because gray-matter's `---js` runs code from the file. Blank lines before the
 * fence are accepted.
 * @throws HostError 422 `vendor_kb_import_invalid` explaining the problem
 */
export function parseFrontMatter(text: string): FrontMatter {
  const found = split(text);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const head = found ? found.parts.opening + found.parts.content + found.parts.closing : mark;
  return {
    data: found?.data ?? {},
    head,
    body: text.slice(head.length),
    bodyLine: head.split('\n').length - 1,
  };
}

/** Splits front matter into its parts, null for none. */
export function splitFrontMatter(text: string): MatterParts | null {
  return split(text)?.parts ?? null;
}

interface FrontMatterBlock {
  readonly parts: MatterParts;
  readonly data: Record<string, unknown>;
}

function split(text: string): FrontMatterBlock | null {
  const start = /^\uFEFF?(?:[ \t]*\r?\n)*/.exec(text)?.[0] ?? '';
  const isFirst = start.replace('\uFEFF', '') === '';
  const rest = text.slice(start.length);
  if (rest.startsWith('{')) return splitJson(start, rest);
  const open = OPENING.exec(rest);
  if (!open) return null;
  const [whole, fence, info = ''] = open;
  const language = languageOf(fence === '+++' ? 'toml' : 'yaml', info.trim());
  // `-----` and `--- -` are thematic breaks, not fences.
  if (language === null) return null;

  const content = rest.slice(whole.length);
  const close = (fence === '+++' ? CLOSING_TOML : CLOSING_YAML).exec(content);
  if (!close) {
    if (!isFirst) return null;
    throw invalid(`the closing ${fence} line is missing`);
  }
  const inner = content.slice(0, close.index);
  // After blank lines the same characters can be a thematic break, so only a valid mapping counts.
  const data = isFirst ? mapping(inner, language) : tryMapping(inner, language);
  return data && { data, parts: { language, opening: start + whole, content: inner, closing: close[0] } };
}

/**
 * A text that starts with a brace and a quoted key is front matter, unless text follows the object on its last line.
 * Other braces belong to template tags and expressions.
 */
function splitJson(opening: string, text: string): FrontMatterBlock | null {
  if (!OPENING_JSON.test(text)) return null;
  const end = endOfObject(text);
  if (end === -1) throw invalid(`the first ${MAX_LENGTH} characters have no closing }`);
  const closing = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(end))?.[0];
  if (closing === undefined) return null;
  const content = text.slice(0, end);
  try {
    JSON.parse(content);
  } catch (error) {
    throw notValid('json', error);
  }
  return { data: mapping(content, 'json'), parts: { language: 'json', opening, content, closing } };
}

/** Offset after the brace that closes the first one; -1 for none. */
function endOfObject(text: string): number {
  let depth = 0;
  for (let at = 0; at < Math.min(text.length, MAX_LENGTH + 1); at += 1) {
    const character = text[at];
    if (character === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    } else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Language of a fence; null for a thematic break. */
function languageOf(usual: MatterLanguage, name: string): MatterLanguage | null {
  if (name === '') return usual;
  if (!/^[a-z]/i.test(name)) return null;
  const format = (['yaml', 'toml', 'json'] as const).find((each) => each === name.toLowerCase());
  if (format) return format;
  throw invalid(`it is marked as "${name.slice(0, 40)}". Use YAML, TOML or JSON`);
}

function mapping(content: string, language: MatterLanguage): Record<string, unknown> {
  if (content.length > MAX_LENGTH) throw invalid(`it exceeds ${MAX_LENGTH} characters`);
  const value = read(content, language);
  if (value === null || value === undefined) return {};
  if (!isMapping(value)) throw invalid('it must be a mapping (key: value lines)');
  return value;
}

function tryMapping(content: string, language: MatterLanguage): Record<string, unknown> | null {
  try {
    return mapping(content, language);
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

/** JSON is read as YAML, of which it is a part, to keep numbers in titles as written. */
function read(content: string, language: MatterLanguage): unknown {
  try {
    return language === 'toml' ? readToml(content) : readYaml(content, { texts: TEXTS });
  } catch (error) {
    throw notValid(language, error);
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function notValid(language: MatterLanguage, error: unknown): HostError {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return invalid(`it is not valid ${language.toUpperCase()}: ${reason}`, error);
}

function invalid(reason: string, cause?: unknown): HostError {
  const message = `The front matter cannot be read: ${reason}.`;
  return new HostError('vendor_kb_import_invalid', message, { status: 422 }, { cause });
}
