/** Smaller size of an image. */
export interface MediaSize {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** File of the library in the shape that blocks use. The packages read these members, and plugins may. */
export interface MediaItem {
  readonly id: number;
  /** URL relative to the site's root, so that a text survives a move of the site. */
  readonly url: string;
  readonly link: string;
  readonly title: string;
  readonly alt: string;
  /** Caption as HTML. */
  readonly caption: string;
  readonly filename: string;
  readonly type: 'image' | 'file';
  readonly mime: string;
  /** Width in pixels; null if it is not an image. */
  readonly width: number | null;
  readonly height: number | null;
  /** Sizes by name; `full` is the file as uploaded. Empty if it is not an image. */
  readonly sizes: Readonly<Record<string, MediaSize>>;
}

/** Used members of a response of the route. */
interface MediaBody {
  readonly id: number;
  readonly source_url: string;
  readonly title: { readonly rendered: string; readonly raw?: string };
  readonly alt_text: string;
  readonly caption: { readonly rendered: string };
  readonly media_type: 'image' | 'file';
  readonly mime_type: string;
  readonly media_details: {
    readonly width: number | null;
    readonly height: number | null;
    readonly file: string;
    readonly sizes: Readonly<Record<string, { source_url: string; width: number; height: number }>>;
  };
}

/** @param body response of the media routes */
export function toMediaItem(body: unknown): MediaItem {
  const { id, source_url, title, alt_text, caption, media_type, mime_type, media_details } = body as MediaBody;
  const { width, height, file, sizes } = media_details;
  const url = withinSite(source_url);
  return {
    id,
    url,
    link: url,
    title: title.raw ?? title.rendered,
    alt: alt_text,
    caption: caption.rendered,
    filename: file,
    type: media_type,
    mime: mime_type,
    width,
    height,
    sizes: Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [
        name,
        { url: withinSite(size.source_url), width: size.width, height: size.height },
      ]),
    ),
  };
}

/** Default size of images in a text. */
export const USUAL_SIZE = 'large';

/** URL of the thumbnail; null if there is no image to show. */
export function thumbnailOf({ type, sizes, url }: MediaItem): string | null {
  if (type !== 'image') return null;
  return (sizes.medium ?? sizes.thumbnail ?? sizes.full)?.url ?? url;
}

function withinSite(address: string): string {
  const url = new URL(address, window.location.href);
  return url.origin === window.location.origin ? url.pathname + url.search : address;
}
