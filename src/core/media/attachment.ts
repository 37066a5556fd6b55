/** The point of an image that cropping keeps visible, as fractions (0 to 1) of width and height. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** One size of an attachment. */
export interface AttachmentSize {
  /** File name in URLs and downloads. */
  readonly file: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly mimeType: string;
  /** Root-relative URL. */
  readonly url: string;
}

/** A file of the media library. */
export interface Attachment {
  readonly id: number;
  /** Id of the post it belongs to. 0 for none. */
  readonly postId: number;
  readonly title: string;
  readonly altText: string;
  /** Sanitized HTML. */
  readonly caption: string;
  readonly description: string;
  /** Display name: the client's file name, made safe, with the extension of its type. */
  readonly filename: string;
  /** Detected from the content, never taken from the client. */
  readonly mimeType: string;
  readonly bytes: number;
  /** Pixels as displayed, with the orientation applied. Null for files that are not images. */
  readonly width: number | null;
  readonly height: number | null;
  /** Hash of the original, in hex. */
  readonly sha256: string;
  /** Smaller sizes by name. Sizes that would not be smaller than the original are missing. */
  readonly sizes: Readonly<Record<string, AttachmentSize>>;
  /** Starts at 1. Changed bytes in any size mean a new version and a new URL. */
  readonly version: number;
  /** Root-relative URL of the original. */
  readonly url: string;
  /** 0 for none. */
  readonly authorId: number;
  readonly focalPoint: FocalPoint | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** Editable fields of a file. */
export interface AttachmentFields {
  readonly postId: number;
  readonly title: string;
  readonly altText: string;
  /** HTML, sanitized when it is saved. */
  readonly caption: string;
  readonly description: string;
  readonly focalPoint: FocalPoint | null;
}
