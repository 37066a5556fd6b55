import { HostError } from '../../../index.js';
import type { UploadPreview } from './kept-uploads.js';
import type { StoredFile, UploadOptions } from './upload.js';
import type { Uploads } from './uploads.js';

/**
 * What is in a file, and what of it is new. Nothing is stored.
 * @throws HostError what `detect` throws: what cannot be read at all cannot be looked at
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
    // Such as a file that does not say whose account it is of: somebody says it, and looks again.
    if (!(error instanceof HostError) || error.status >= 500) throw error;
    return { detection, report: null, fault: { code: error.code, message: error.message } };
  }
}
