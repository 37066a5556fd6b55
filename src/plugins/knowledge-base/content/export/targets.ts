import { openFile } from './file-target.js';
import { openFolder } from './folder-target.js';
import type { ExportReport } from './report.js';
import type { ExportFiles } from './staging.js';
import { openZip } from './zip-target.js';

/** Destination of an export. */
export interface Destination {
  /** Folder or file to write. */
  readonly path: string;
  /** Writes an archive instead of a folder or file. */
  readonly zip?: boolean | undefined;
  /** Overwrites existing files. */
  readonly force?: boolean | undefined;
}

/** Keeps the result if the report says it is complete, and discards it otherwise. */
async function completed(
  target: { finish(): Promise<void>; discard(): Promise<void> },
  write: () => Promise<ExportReport>,
): Promise<ExportReport> {
  try {
    const report = await write();
    if (!report.interrupted) await target.finish();
    return report;
  } finally {
    await target.discard();
  }
}

/**
 * Writes a folder of files, or an archive of them.
 * @throws HostError like `openFolder` and `openZip`
 */
export async function intoFolder(
  { path, zip = false, force = false }: Destination,
  write: (files: ExportFiles) => Promise<ExportReport>,
): Promise<ExportReport> {
  const target = zip ? await openZip(path, { force }) : await openFolder(path, { force });
  return completed(target, () => write(target));
}

/**
 * Writes a single document: a file of its own, or the only one in an archive.
 * @param name name of the document in an archive
 * @throws HostError like `openFile` and `openZip`
 */
export async function intoDocument(
  destination: Destination,
  name: string,
  write: (text: (piece: string) => Promise<void>) => Promise<ExportReport>,
): Promise<ExportReport> {
  const { path, zip = false, force = false } = destination;
  if (zip) {
    return intoFolder(destination, async (files) => {
      const document = await files.open(name);
      const report = await write(document.write);
      await document.finish();
      return { ...report, files: 1 };
    });
  }
  const target = await openFile(path, { force });
  return completed(target, async () => ({ ...(await write(target.write)), files: 1 }));
}
