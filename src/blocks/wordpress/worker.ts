import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockMetadata } from '../definition/metadata.js';
import type { BlockDeprecation, BlockSave } from '../definition/save.js';
import { createSaveCheck } from './adapter.js';

/** Data that the thread is started with. */
export interface WorkerSetup {
  /** URLs of modules with saves, one for each plugin that has any. */
  readonly modules: readonly string[];
  /** Blocks whose markup is checked, including those without markup. */
  readonly blocks: readonly { readonly metadata: BlockMetadata; readonly isDynamic: boolean }[];
}

/** Documents of one block each, without inner blocks. */
export interface WorkerTask {
  readonly id: number;
  readonly documents: readonly string[];
}

export type WorkerResponse =
  | { readonly id: number; readonly faults: readonly (string | null)[] }
  /** `missing` names the package that is not installed; null for any other error. */
  | { readonly error: string; readonly missing: string | null };

/** Module that exports saves, by block name. */
interface SavesModule {
  readonly saves?: Readonly<Record<string, BlockSave>>;
  readonly deprecated?: Readonly<Record<string, readonly BlockDeprecation[]>>;
}

// The package logs every invalid block at length, including objects. The answer has what matters.
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'group', 'groupEnd', 'groupCollapsed'] as const) {
  console[name] = () => undefined;
}

const post = (message: WorkerResponse): void => parentPort?.postMessage(message);

try {
  const { modules, blocks } = workerData as WorkerSetup;
  const loaded = await Promise.all(modules.map(importSaves));
  const check = createSaveCheck(
    blocks.flatMap(({ metadata, isDynamic }) => {
      const owner = loaded.find(({ saves }) => saves && Object.hasOwn(saves, metadata.name));
      const save = owner?.saves?.[metadata.name] ?? null;
      const deprecated = owner?.deprecated?.[metadata.name] ?? [];
      return save || isDynamic ? [{ metadata, save, deprecated }] : [];
    }),
  );
  parentPort?.on('message', ({ id, documents }: WorkerTask) => {
    post({ id, faults: documents.map((document) => check.faultOf(document)) });
  });
} catch (error) {
  post({ error: error instanceof Error ? error.message : String(error), missing: missingPackage(error) });
}

/** Imports a module, or its TypeScript source if the plugin runs from source and the module is not built. */
async function importSaves(address: string): Promise<SavesModule> {
  const source = address.replace(/\.js$/, '.ts');
  if (!address.startsWith('file:') || existsSync(fileURLToPath(address)) || !existsSync(fileURLToPath(source))) {
    return (await import(address)) as SavesModule;
  }
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url).import<SavesModule>(fileURLToPath(source));
}

function missingPackage(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) return null;
  return /'(@wordpress\/blocks|jsdom)'/.exec(error.message)?.[1] ?? null;
}
