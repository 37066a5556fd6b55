import { HostError } from '../../../index.js';
import type { UploadPreview } from './stored-uploads.js';
import type { StoredFile, UploadOptions } from './upload.js';
import type { Uploads } from './uploads.js';

/**
 * Previews a file: its content, and which entries are new. Stores nothing.
 * @throws HostError as `detect`, if the file cannot be read at all
 */
export async function lookAtUpload(
  { detect, importUpload }: Pick<Uploads, 'detect' | 'importUpload'>,
  file: StoredFile,
  options: UploadOptions,
): Promise<UploadPreview> {
  const detection = await detect(file, options);
  try {
    const { imported } = await importUpload(file, { ...options, isDryRun: true });
    return { detection, report: imported, fault: null };
  } catch (error) {
    // For example an unknown account: the user names it and previews again.
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return { detection, report: null, fault: { code: error.code, message: error.message } };
  }
}
