/** A smaller size of a picture. */
export interface MediaSize {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A file of the library as blocks take it: the packages read these members, and plugins may. */
export interface MediaItem {
  readonly id: number;
  /** From the root of this site, so that a text outlives a move of the site. */
  readonly url: string;
  readonly link: string;
  readonly title: string;
  readonly alt: string;
  /** HTML. */
  readonly caption: string;
  readonly filename: string;
  readonly type: 'image' | 'file';
  readonly mime: string;
  /** Pixels; null for what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** By name; `full` is the file as it was uploaded. Empty for what is no picture. */
  readonly sizes: Readonly<Record<string, MediaSize>>;
}

/** The members of an answer of the route that are used here. */
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

/** @param body an answer of the routes of media */
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

/** The size that a text shows unless somebody chooses another. */
export const USUAL_SIZE = 'large';

/** What a thumbnail of it is; null where there is no picture to show. */
export function thumbnailOf({ type, sizes, url }: MediaItem): string | null {
  if (type !== 'image') return null;
  return (sizes.medium ?? sizes.thumbnail ?? sizes.full)?.url ?? url;
}

function withinSite(address: string): string {
  const url = new URL(address, window.location.href);
  return url.origin === window.location.origin ? url.pathname + url.search : address;
}
