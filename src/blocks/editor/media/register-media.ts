import { addFilter } from '@wordpress/hooks';
import type { ReactNode } from 'react';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../texts/use-texts.js';
import { createBlockUploads } from './block-uploads.js';
import { MEDIA_KINDS } from './library.js';
import { type MediaItem, USUAL_SIZE } from './media-item.js';
import { openMediaLibrary } from './open-media-library.js';
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

/** Props that blocks pass to the packages' media library component. */
interface MediaUploadProps {
  readonly allowedTypes?: readonly string[];
  readonly multiple?: boolean | 'add';
  /** Set for an image in a gallery, whose URL is shown as it is. */
  readonly gallery?: boolean;
  readonly value?: number | readonly number[];
  readonly onSelect: (chosen: MediaItem | readonly MediaItem[]) => void;
  readonly onClose?: () => void;
  readonly render: (parts: { open: () => void }) => ReactNode;
}

/** Media library component, used through the filter `editor.MediaUpload`. It renders only the block's own button. */
function MediaUpload({ allowedTypes, multiple, gallery, value, onSelect, onClose, render }: MediaUploadProps) {
  async function open(): Promise<void> {
    const kinds = MEDIA_KINDS.filter((kind) =>
      allowedTypes?.some((type) => type === kind || type.startsWith(`${kind}/`)),
    );
    const chosen = await openMediaLibrary({
      kind: kinds.length === 1 ? kinds[0] : undefined,
      multiple: Boolean(multiple),
      chosen: [value ?? []].flat().filter((id) => id > 0),
    });
    const items = chosen?.map((item) => (gallery ? inUsualSize(item) : item));
    const [first] = items ?? [];
    if (first) onSelect(multiple && items ? items : first);
    onClose?.();
  }
  return render({ open: () => void open() });
}

function inUsualSize(item: MediaItem): MediaItem {
  return { ...item, url: item.sizes[USUAL_SIZE]?.url ?? item.url };
}
