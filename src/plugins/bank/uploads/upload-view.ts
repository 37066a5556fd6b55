import type { MatchTotals } from '../runs/run-log.js';
import type { UploadReport } from './upload.js';

/** Converts an upload report for REST. */
export function uploadView({ format, isDryRun, imported, matched }: UploadReport) {
  const { isKnownFile, new: added, ...counts } = imported;
  return {
    success: true,
    format,
    dry_run: isDryRun,
    known_file: isKnownFile,
    new: added,
    ...counts,
    matched: matched && matchView(matched),
  };
}

function matchView({ matched, partial, overpaid, unmatched, ignored, reversed, review, errors }: MatchTotals) {
  return { matched, partial, overpaid, unmatched, ignored, reversed, review, errors };
}
