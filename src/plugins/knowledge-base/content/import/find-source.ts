import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../../../../index.js';
import { JSON_FILE, JSON_FORMAT } from '../json/records.js';
import type { ImportFormat } from './formats.js';
import { HTML_PAGES } from './html/html-pages.js';
import { isPageOf, MARKDOWN_PAGES } from './source.js';
import { walkFolder } from './walk-folder.js';

/** Source detected at a path. */
export interface DetectedSource {
  readonly format: Exclude<ImportFormat, 'auto'>;
  /** The document, or the folder of pages or Zendesk responses. */
  readonly path: string;
  /** Folder with the document's files; null if no files belong to it. */
  readonly folder: string | null;
}

/** Start of a JSON export. */
const EXPORT = new RegExp(`^\\uFEFF?\\s*\\{\\s*"format"\\s*:\\s*"${JSON_FORMAT}"`);

/**
 * Detects the format of a path.
 * @throws HostError 404 `vendor_kb_import_source_missing`
 */
export async function findSource(path: string, from: ImportFormat): Promise<DetectedSource> {
  const found = await stat(path).catch(() => undefined);
  const own = join(path, JSON_FILE);
  const isOwn = found?.isDirectory() && (from === 'auto' || from === 'json') && (await isExport(own));
  if (isOwn) return { format: 'json', path: own, folder: path };
  const format = from === 'auto' ? (found?.isFile() ? await formatOfFile(path) : await formatOfFolder(path)) : from;
  if (format === 'markdown' || format === 'html' || (format === 'zendesk' && found) || found?.isFile()) {
    return { format, path, folder: null };
  }
  const message = found
    ? `"${path}" is a folder. Enter the path of the export file.`
    : `There is no file "${path}". Enter the path of the export file.`;
  throw new HostError('vendor_kb_import_source_missing', message, { status: 404, path });
}

/** Document formats by file extension. */
const DOCUMENTS = [
  ['wxr', '.xml'],
  ['json', '.json'],
] as const;

/**
 * Detects the format of an unpacked archive: pages, or a single document at the top with its files.
 * @throws HostError 404 `vendor_kb_import_source_missing`
 */
export async function findUnpacked(folder: string, from: ImportFormat): Promise<DetectedSource> {
  if ((from === 'auto' || from === 'json') && (await isExport(join(folder, JSON_FILE))))
    return findSource(folder, from);
  if (from === 'markdown' || from === 'zendesk' || from === 'html') return { format: from, path: folder, folder: null };
  const { files } = await walkFolder(folder);
  const pages: DetectedSource = { format: 'markdown', path: folder, folder: null };
  if (from === 'auto' && files.some(isPageOf(MARKDOWN_PAGES))) return pages;
  const top = await readdir(folder);
  for (const [format, extension] of DOCUMENTS) {
    const [name, ...others] = top.filter((each) => each.toLowerCase().endsWith(extension));
    const isMeant = from === format || from === 'auto';
    if (isMeant && name !== undefined && others.length === 0) return { format, path: join(folder, name), folder };
  }
  if (from === 'auto') return { ...pages, format: pagesOf(files) };
  const message = `The archive must have one ${from} file at its top level. Archive the export file, alone or with its media.`;
  throw new HostError('vendor_kb_import_source_missing', message, { status: 404 });
}

async function formatOfFolder(path: string): Promise<'html' | 'markdown'> {
  return pagesOf((await walkFolder(path)).files);
}

/** Prefers Markdown: HTML next to Markdown belongs to its site. */
function pagesOf(files: readonly string[]): 'html' | 'markdown' {
  return !files.some(isPageOf(MARKDOWN_PAGES)) && files.some(isPageOf(HTML_PAGES)) ? 'html' : 'markdown';
}

/**
 * Detects JSON by an opening object or list (which its reader rejects), and XML by an element.
 * @throws HostError 422 `vendor_kb_import_invalid`
 */
async function formatOfFile(path: string): Promise<'json' | 'wxr'> {
  const head = (await readHead(path)).replace(/^\uFEFF?\s*/, '');
  if (/^[{[]/.test(head)) return 'json';
  if (head.startsWith('<') && !/^<(?:!doctype\s+html|html)\b/i.test(head)) return 'wxr';
  const message =
    'The file is neither JSON nor a WordPress export (XML). To import Markdown or HTML pages, use their folder ' +
    'or a ZIP archive of it.';
  throw new HostError('vendor_kb_import_invalid', message, { status: 422 });
}

async function isExport(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && EXPORT.test(await readHead(path));
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
