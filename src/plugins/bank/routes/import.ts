import type { OwnedRest } from '../../../rest.js';
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
      'Form with the field `file`. Stores every transaction once, no matter how often it is imported, and matches new ones. Only one import or run at a time (409). With `dry_run`, only counts what would be stored.',
    operationId: 'importBankStatement',
    args: {
      ...READING_ARGS,
      source: {
        type: 'string',
        maxLength: 64,
        description: 'Source for uploads; its settings are the defaults of this request.',
      },
      dry_run: { type: 'boolean', default: false },
    },
    returns: UPLOAD_REPORT,
    async handler({
      args: { dry_run: isDryRun, reversal_sign: reversalSign, day_order: dayOrder, ...reading },
      files,
    }) {
      return uploadView(await importUpload(theFile(files), { ...reading, reversalSign, dayOrder, isDryRun }));
    },
  });

  rest.route(NAMESPACE, {
    ...common,
    path: '/detect',
    summary: 'Inspect a statement',
    description:
      'Form with the field `file`. Returns the format, encoding, profile, accounts, number of entries and problems. Nothing is stored.',
    operationId: 'detectBankStatement',
    args: READING_ARGS,
    returns: DETECTION,
    async handler({ args: { reversal_sign: reversalSign, day_order: dayOrder, ...reading }, files }) {
      return detectionView(await detect(theFile(files), { ...reading, reversalSign, dayOrder }));
    },
  });
}
