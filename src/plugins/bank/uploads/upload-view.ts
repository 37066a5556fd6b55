import type { UploadReport } from './upload.js';

/** What became of an upload, as REST answers it. */
export function uploadView({ format, isDryRun, imported, matched }: UploadReport) {
  const { isKnownFile, new: added, ...counts } = imported;
  return { success: true, format, dry_run: isDryRun, known_file: isKnownFile, new: added, ...counts, matched };
}
