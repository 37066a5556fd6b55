import { addFilter } from '@wordpress/hooks';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../strings/texts.js';
import { createBlockUploads } from './block-uploads.js';
import { USUAL_SIZE } from './media-item.js';
import { MediaUpload } from './media-upload.js';
import { showUploadsAtBlocks } from './upload-notes.js';
import { createUploader } from './uploader.js';

/** Those that the core makes of every picture; a block offers those that its picture has. */
const SIZES = ['thumbnail', 'medium', 'medium_large', 'large', 'full'] as const;

/**
 * Gives blocks the media library, and uploads to whoever may.
 * @returns what the packages ask for about it
 */
export function registerMedia(config: EditorConfig, text: Texts): Readonly<Record<string, unknown>> {
  addFilter('editor.MediaUpload', 'mortise/media-library', () => MediaUpload);
  const settings = {
    imageDefaultSize: USUAL_SIZE,
    imageSizes: SIZES.map((slug) => ({ slug, name: text(`media-size-${slug}`) })),
  };
  if (!config.mayUpload) return settings;
  const uploads = createBlockUploads(createUploader(config), text);
  showUploadsAtBlocks(uploads, text);
  return { ...settings, mediaUpload: uploads.start };
}
