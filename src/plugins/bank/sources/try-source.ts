import type { FindFormat } from '../importing/find-format.js';
import { detectFile } from '../uploads/detect-file.js';
import type { Detection } from '../uploads/upload.js';
import { nothingToAsk } from './errors.js';
import type { SiteSources } from './site-sources.js';
import type { Source } from './source.js';
import { type SourceLimits, watchedFetch } from './watched-fetch.js';

/** Result of testing a source. */
export interface Trial {
  /** Name of the first file; null for none. */
  readonly file: string | null;
  readonly found: Detection | null;
}

/**
 * Fetches the first file of a source in a dry run and detects its content. Stores nothing.
 * @throws HostError 404 `vendor_bank_not_found`; 409 `vendor_bank_source_not_asked`; errors of the source and the
 *   reader
 */
export type TrySource = (id: number) => Promise<Trial>;

export interface TrySourceParts {
  readonly sources: Pick<SiteSources, 'asSource' | 'get'>;
  /** Sources defined in code. */
  readonly inCode: readonly Source[];
  readonly findFormat: FindFormat;
  readonly limits: () => Promise<SourceLimits>;
}

export function createTrySource({ sources, inCode, findFormat, limits }: TrySourceParts): TrySource {
  return async (id) => {
    const { name, cursor, lastStartedAt } = await sources.get(id);
    const source = inCode.find((one) => one.name === name) ?? (await sources.asSource(id));
    if (!source) throw nothingToAsk(name);
    const { signal } = new AbortController();
    const context = { cursor, lastAsked: lastStartedAt, isDryRun: true, signal };
    for await (const { file, format, options } of watchedFetch(source, context, await limits())) {
      const read = { ...options, signal };
      return { file: file.name, found: await detectFile(file, await findFormat(file, format), read) };
    }
    return { file: null, found: null };
  };
}
