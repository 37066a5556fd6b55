import type { ReactNode } from 'react';
import { MEDIA_KINDS } from './library.js';
import { type MediaItem, USUAL_SIZE } from './media-item.js';
import { openMediaLibrary } from './open-media-library.js';

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
export function MediaUpload({ allowedTypes, multiple, gallery, value, onSelect, onClose, render }: MediaUploadProps) {
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
