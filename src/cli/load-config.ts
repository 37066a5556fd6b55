import { existsSync } from 'node:fs';
import path from 'node:path';
import { HostError, messageOf } from '../core/errors.js';
import type { HostOptions } from '../core/host/host-options.js';
import { localDefaults } from '../core/local-defaults.js';
import { knowledgeBase } from '../plugins.js';

const FILES = ['mortise.config.ts', 'mortise.config.mts', 'mortise.config.js', 'mortise.config.mjs'];

/**
 * Loads the options of the site in a folder: those of its `mortise.config.*`, or embedded defaults with the knowledge
 * base.
 * @throws HostError 400 `config_file_invalid` if the file cannot be loaded or exports no options
 */
export async function loadConfig(folder: string): Promise<HostOptions> {
  const file = FILES.map((name) => path.join(folder, name)).find(existsSync);
  if (!file) return { ...localDefaults(), plugins: [knowledgeBase()] };
  const options = await importDefault(file);
  if (typeof options !== 'object' || options === null) {
    throw new HostError(
      'config_file_invalid',
      `${path.basename(file)} must export the options of createHost by default.`,
      {
        status: 400,
      },
    );
  }
  return options;
}

async function importDefault(file: string): Promise<HostOptions> {
  try {
    // Loaded on demand, because a site without a config file does not need it.
    const { createJiti } = await import('jiti');
    return await createJiti(import.meta.url).import<HostOptions>(file, { default: true });
  } catch (error) {
    const reason = messageOf(error);
    throw new HostError(
      'config_file_invalid',
      `${path.basename(file)} cannot be loaded: ${reason}`,
      { status: 400 },
      { cause: error },
    );
  }
}
