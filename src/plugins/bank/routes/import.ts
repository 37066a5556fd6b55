import type { OwnedRest } from '../../../index.js';
import { detectionView } from '../uploads/detection-view.js';
import { uploadView } from '../uploads/upload-view.js';
import type { Uploads } from '../uploads/uploads.js';
import { NAMESPACE } from './arguments.js';
import { DETECTION, UPLOAD_REPORT } from './import-schemas.js';
import { READING_ARGS, STATEMENT_UPLOAD, theFile } from './statement-arguments.js';

/** Registers the routes for uploaded files: detect and import. */
export function registerImportRoutes(rest: OwnedRest, { detect, importUpload }: Uploads): void {
  const common = {
    method: 'POST',
    tags: ['Import'],
    permission: 'manage_bank',
    uploads: STATEMENT_UPLOAD,
    strictBody: true,
    rateLimit: { max: 60, window: '1m', by: 'user' },
  } as const;

  rest.route(NAMESPACE, {
    ...common,
    path: '/import',
    summary: 'Import a statement',
    description:
      'A form with the field `file`. Each movement is stored once, however often it comes, and what is new is matched. One import or run at a time (409). With `dry_run` it is counted what would be stored, and nothing is.',
    operationId: 'importBankStatement',
    args: {
      ...READING_ARGS,
      source: { type: 'string', maxLength: 64, description: 'A source for uploads, which says what is not said here.' },
      dry_run: { type: 'boolean', default: false },
    },
    returns: UPLOAD_REPORT,
    async handler({ args: { dry_run: isDryRun, reversal_sign: reversalSign, ...reading }, files }) {
      return uploadView(await importUpload(theFile(files), { ...reading, reversalSign, isDryRun }));
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    path: '/detect',
    summary: 'Look at a statement',
    description:
      'A form with the field `file`. Says its format, encoding and profile, whose it is, how much is in it and what is wrong with it. Nothing is stored.',
    operationId: 'detectBankStatement',
    args: READING_ARGS,
    returns: DETECTION,
    async handler({ args: { reversal_sign: reversalSign, ...reading }, files }) {
      return detectionView(await detect(theFile(files), { ...reading, reversalSign }));
    },
  });
}
