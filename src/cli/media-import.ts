import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CommandOutput, ExitCode } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Media } from '../core/media/media.js';
import { reasonOf } from './reason.js';

export interface ImportOptions {
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
  readonly authorId: number;
  readonly postId: number;
  /** Import files even if the library already contains them. */
  readonly duplicates: boolean;
  readonly dryRun: boolean;
}

/**
 * Imports files one after the other. A rejected file does not stop the import, and files already in the library with
 * the same bytes are skipped, so repeating the command resumes an interrupted import.
 * @returns 3 if some files could not be imported
 */
export async function importFiles(media: Media, paths: readonly string[], options: ImportOptions): Promise<ExitCode> {
  const { output, signal, authorId, postId, duplicates, dryRun } = options;
  const files = await filesOf(paths);
  const failures: { file: string; reason: string }[] = [];
  let imported = 0;
  let skipped = 0;
  const bar = output.progress('Importing', files.length);
  try {
    for (const file of files) {
      if (signal.aborted) break;
      try {
        if (!duplicates && (await isThere(media, file))) skipped += 1;
        else {
          if (!dryRun) await media.create({ path: file }, { filename: path.basename(file), authorId, postId, signal });
          imported += 1;
        }
      } catch (error) {
        if (signal.aborted) break;
        failures.push({ file, reason: reasonOf(error) });
      }
      bar.advance();
    }
  } finally {
    bar.stop();
  }
  for (const { file, reason } of failures) output.warn(`${file}: ${reason}`);
  output.record({ imported, skipped, failed: failures.length });
  return failures.length > 0 ? 3 : 0;
}

async function isThere(media: Media, file: string): Promise<boolean> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return (await media.list({ sha256: hash.digest('hex'), perPage: 1 })).total > 0;
}

/** Lists the given files in order. Folders are searched recursively, without hidden files and links. */
async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const place of paths) {
    const stats = await lstat(place).catch(() => null);
    if (!stats) throw new HostError('cli_file_missing', `There is no file or folder "${place}".`, { status: 400 });
    if (stats.isDirectory()) files.push(...(await filesBelow(place)));
    else files.push(place);
  }
  return files;
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(place)));
    else if (entry.isFile()) files.push(place);
  }
  return files;
}
