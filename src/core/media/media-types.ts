/** Handling of one media type. */
interface MediaType {
  /** The first one is added to files that have none of them. */
  readonly extensions: readonly string[];
  /** Whether files are accepted by default. */
  readonly accepted: boolean;
  /** Whether browsers may display it. Other files are downloaded. */
  readonly inline: boolean;
  /** Whether smaller sizes are made. */
  readonly raster: boolean;
  /** Whether scripts inside run when a browser opens the file as a page. */
  readonly active: boolean;
}

const PICTURE = { accepted: true, inline: true, raster: true, active: false } as const;
const PLAYED = { ...PICTURE, raster: false } as const;
const SAVED = { ...PLAYED, inline: false } as const;
/** Unknown types, and types of no use on a page. */
const REFUSED = { ...SAVED, accepted: false } as const;
const ACTIVE = { ...REFUSED, active: true } as const;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

const TYPES: Readonly<Record<string, MediaType>> = {
  'image/jpeg': { ...PICTURE, extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { ...PICTURE, extensions: ['png'] },
  'image/gif': { ...PICTURE, extensions: ['gif'] },
  'image/webp': { ...PICTURE, extensions: ['webp'] },
  'image/avif': { ...PICTURE, extensions: ['avif'] },
  'audio/mpeg': { ...PLAYED, extensions: ['mp3'] },
  'audio/ogg': { ...PLAYED, extensions: ['ogg', 'oga', 'opus'] },
  'audio/wav': { ...PLAYED, extensions: ['wav'] },
  'audio/flac': { ...PLAYED, extensions: ['flac'] },
  'audio/mp4': { ...PLAYED, extensions: ['m4a'] },
  'video/mp4': { ...PLAYED, extensions: ['mp4', 'm4v'] },
  'video/webm': { ...PLAYED, extensions: ['webm'] },
  'video/ogg': { ...PLAYED, extensions: ['ogv'] },
  'video/quicktime': { ...SAVED, extensions: ['mov'] },
  'application/pdf': { ...PLAYED, extensions: ['pdf'] },
  'application/zip': { ...SAVED, extensions: ['zip'] },
  'application/epub+zip': { ...SAVED, extensions: ['epub'] },
  [`${OFFICE}wordprocessingml.document`]: { ...SAVED, extensions: ['docx'] },
  [`${OFFICE}spreadsheetml.sheet`]: { ...SAVED, extensions: ['xlsx'] },
  [`${OFFICE}presentationml.presentation`]: { ...SAVED, extensions: ['pptx'] },
  [`${OPEN_DOCUMENT}text`]: { ...SAVED, extensions: ['odt'] },
  [`${OPEN_DOCUMENT}spreadsheet`]: { ...SAVED, extensions: ['ods'] },
  [`${OPEN_DOCUMENT}presentation`]: { ...SAVED, extensions: ['odp'] },
  'image/svg+xml': { ...ACTIVE, extensions: ['svg'] },
  'text/html': { ...ACTIVE, extensions: ['html', 'htm'] },
  'text/plain': { ...REFUSED, extensions: ['txt', 'log'] },
  'text/csv': { ...REFUSED, extensions: ['csv'] },
  'text/markdown': { ...REFUSED, extensions: ['md'] },
  'text/yaml': { ...REFUSED, extensions: ['yaml', 'yml'] },
  'application/json': { ...REFUSED, extensions: ['json'] },
  'image/heic': { ...REFUSED, extensions: ['heic', 'heif'] },
  'image/tiff': { ...REFUSED, extensions: ['tif', 'tiff'] },
  'image/bmp': { ...REFUSED, extensions: ['bmp'] },
};

const UNKNOWN: MediaType = { ...REFUSED, extensions: ['bin'] };

const KNOWN_EXTENSIONS = new Set(Object.values(TYPES).flatMap(({ extensions }) => extensions));

export function mediaTypeOf(mimeType: string): MediaType {
  return (Object.hasOwn(TYPES, mimeType) ? TYPES[mimeType] : undefined) ?? UNKNOWN;
}

/** Whether scripts in files of this type run when a browser opens them as a page. Such files are only downloaded. */
export function canRunScripts(mimeType: string): boolean {
  return mediaTypeOf(mimeType).active;
}

/** Default file extension of a type, without the dot. */
export function extensionOf(mimeType: string): string {
  return mediaTypeOf(mimeType).extensions[0] ?? 'bin';
}

/** Types of plain text, told apart by the file name only. Browsers execute none of them. */
const PLAIN_TEXTS = ['text/plain', 'text/csv', 'text/markdown', 'text/yaml', 'application/json'] as const;

function isPlainText(mimeType: string): boolean {
  return PLAIN_TEXTS.some((type) => type === mimeType);
}

/** Refines the type of plain text by its file name. Other types are returned unchanged. */
export function typeByName(mimeType: string, filename: string): string {
  if (mimeType !== 'text/plain') return mimeType;
  const extension = extensionIn(filename);
  return PLAIN_TEXTS.find((type) => mediaTypeOf(type).extensions.includes(extension)) ?? mimeType;
}

/** Corrects an extension that contradicts the content: a PNG named `a.jpg` becomes `a.png`. */
export function withExtension(filename: string, mimeType: string): string {
  const { extensions } = mediaTypeOf(mimeType);
  const extension = extensionIn(filename);
  if (extensions.includes(extension)) return filename;
  const isKnown = KNOWN_EXTENSIONS.has(extension);
  // Text files have countless extensions, such as `Makefile` and `deploy.ps1`.
  if (!isKnown && isPlainText(mimeType)) return filename;
  // Files of unknown type keep their extension.
  if (extension !== '' && mediaTypeOf(mimeType) === UNKNOWN) return filename;
  const base = isKnown ? filename.slice(0, filename.lastIndexOf('.')) : filename;
  return `${base}.${extensionOf(mimeType)}`;
}

/** Lower-case extension without the dot. Empty if there is none. */
function extensionIn(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0 ? filename.slice(dot + 1).toLowerCase() : '';
}
