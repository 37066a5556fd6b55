import { openFile } from './file-target.js';
import { openFolder } from './folder-target.js';
import type { ExportReport } from './report.js';
import type { ExportFiles } from './staging.js';
import { openZip } from './zip-target.js';

/** Where an export goes. */
export interface Destination {
  /** Folder or file to write. */
  readonly path: string;
  /** One archive in place of a folder or file. */
  readonly zip?: boolean | undefined;
  /** Over what is there. */
  readonly force?: boolean | undefined;
}

/** What was written is kept when the report says that it is whole, and taken back otherwise. */
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

/** Writes a folder of files, or an archive of them. @throws HostError as `openFolder` and `openZip` */
export async function intoFolder(
  { path, zip = false, force = false }: Destination,
  write: (files: ExportFiles) => Promise<ExportReport>,
): Promise<ExportReport> {
  const target = zip ? await openZip(path, { force }) : await openFolder(path, { force });
  return completed(target, () => write(target));
}

/**
 * Writes one document: a file by itself, or the only one in an archive.
 * @param name of the document in an archive
 * @throws HostError as `openFile` and `openZip`
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
