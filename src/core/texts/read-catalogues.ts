import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HostError, messageOf } from '../errors.js';
import { isRecord } from '../record.js';
import type { Catalogue } from '../templates/strings.js';
import type { AddedCatalogues } from './texts.js';

/**
 * Reads a site's catalogue folder, `{name}/{locale}.json`. Each file is an object of texts by key.
 * @returns the catalogues by name
 * @throws HostError 500 `catalogue_invalid` with the file
 */
export function readCatalogues(folder: URL | string): ReadonlyMap<string, AddedCatalogues> {
  const root = String(folder).startsWith('file:') ? fileURLToPath(folder) : path.resolve(String(folder));
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.map(({ name }) => {
      const files = readdirSync(path.join(root, name)).filter((file) => file.endsWith('.json'));
      const catalogues = files.map(
        (file) => [file.slice(0, -'.json'.length), read(path.join(root, name, file))] as const,
      );
      return [name, Object.fromEntries(catalogues)];
    }),
  );
}

function read(file: string): Catalogue {
  try {
    const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(texts) && Object.values(texts).every((text) => typeof text === 'string')) return texts as Catalogue;
  } catch (error) {
    throw invalid(file, messageOf(error), error);
  }
  throw invalid(file, 'It has to be an object whose values are texts: { "search.submit": "Cerca" }.');
}

function invalid(file: string, reason: string, cause?: unknown): HostError {
  return new HostError('catalogue_invalid', `The catalogue ${file} cannot be read: ${reason}`, { file }, { cause });
}
