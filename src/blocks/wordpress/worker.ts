import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockMetadata } from '../definition/metadata.js';
import type { BlockDeprecation, BlockSave } from '../definition/save.js';
import { createSaveCheck } from './adapter.js';

/** What the thread is begun with. */
export interface WorkerSetup {
  /** Addresses of modules with saves, one for each plugin that has any. */
  readonly modules: readonly string[];
  /** Blocks whose markup is checked, those without markup among them. */
  readonly blocks: readonly { readonly metadata: BlockMetadata; readonly isDynamic: boolean }[];
}

/** Documents of one block each, without those inside. */
export interface WorkerTask {
  readonly id: number;
  readonly documents: readonly string[];
}

export type WorkerAnswer =
  | { readonly id: number; readonly faults: readonly (string | null)[] }
  /** What could not be loaded; null for what was thrown otherwise. */
  | { readonly error: string; readonly missing: string | null };

/** A module with saves, by the names of blocks. */
interface SavesModule {
  readonly saves?: Readonly<Record<string, BlockSave>>;
  readonly deprecated?: Readonly<Record<string, readonly BlockDeprecation[]>>;
}

// It tells of every invalid block at length, objects included; what matters of it is answered.
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'group', 'groupEnd', 'groupCollapsed'] as const) {
  console[name] = () => undefined;
}

const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);

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
    answer({ id, faults: documents.map((document) => check.faultOf(document)) });
  });
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error), missing: missingPackage(error) });
}

/** A plugin that runs from its sources names the module that will be built of one. */
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
