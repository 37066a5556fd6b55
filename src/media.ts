/**
 * 'mortise/media': the media library with its attachments and image sizes.
 *
 *     const attachment = await media.get(7);
 */

export { isAnimatedPng } from './core/media/animated-png.js';
export type { Attachment, AttachmentFields, AttachmentSize, FocalPoint } from './core/media/attachment.js';
export { type ExifFacts, readExif } from './core/media/exif.js';
export type { MediaCandidate } from './core/media/hooks.js';
export type { DraftFile, Media, MediaDraft, MediaSource, NewAttachment, ReplaceOptions } from './core/media/media.js';
export type { MediaQuery } from './core/media/media-queries.js';
export { canRunScripts } from './core/media/media-types.js';
export type { SizeDefinition, SizeDefinitions } from './core/media/sizes.js';
