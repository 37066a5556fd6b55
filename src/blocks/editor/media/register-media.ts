import { addFilter } from '@wordpress/hooks';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../texts/texts.js';
import { createBlockUploads } from './block-uploads.js';
import { USUAL_SIZE } from './media-item.js';
import { MediaUpload } from './media-upload.js';
import { showUploadsAtBlocks } from './upload-notes.js';
import { createUploader } from './uploader.js';

/** Image sizes that the core creates. A block offers those that its image has. */
const SIZES = ['thumbnail', 'medium', 'medium_large', 'large', 'full'] as const;

/**
 * Connects blocks to the media library, and to uploads for users who may upload.
 * @returns editor settings for the packages
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
