import type { OwnedAdmin } from '../../registry.js';
import { registerMediaDeletion } from './deletion.js';
import { registerMediaFile } from './file.js';
import { registerMediaList } from './list.js';
import type { MediaPagesParts } from './parts.js';

/** Registers the pages of the media library. */
export function registerMediaPages(own: OwnedAdmin, parts: MediaPagesParts): void {
  registerMediaList(own, parts);
  registerMediaFile(own, parts);
  registerMediaDeletion(own, parts);
}
