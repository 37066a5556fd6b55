/** The point of a picture that stays in view when it is cropped: shares of width and height, from 0 to 1. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** A file of an attachment in one size. */
export interface AttachmentSize {
  /** Name in addresses and when it is saved. */
  readonly file: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly mimeType: string;
  /** Address for links within the site. */
  readonly url: string;
}

/** A file of the media library. */
export interface Attachment {
  readonly id: number;
  /** The post that it belongs to; 0 for none. */
  readonly postId: number;
  readonly title: string;
  readonly altText: string;
  /** HTML that was sanitised. */
  readonly caption: string;
  readonly description: string;
  /** For people: the client's name for it, made harmless, with the extension of its type. */
  readonly filename: string;
  /** By its content, whatever its sender said. */
  readonly mimeType: string;
  readonly bytes: number;
  /** Pixels as people see them, orientation applied; null for what is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Of the file as it was uploaded, in hex. */
  readonly sha256: string;
  /** The smaller ones by name; what would not be smaller is left out. */
  readonly sizes: Readonly<Record<string, AttachmentSize>>;
  /** 1 at first; other bytes in any size, another version and another address. */
  readonly version: number;
  /** Address for links within the site, of the file as it was uploaded. */
  readonly url: string;
  /** 0 for nobody. */
  readonly authorId: number;
  readonly focalPoint: FocalPoint | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** What people say about a file. */
export interface AttachmentFields {
  readonly postId: number;
  readonly title: string;
  readonly altText: string;
  /** HTML is sanitised. */
  readonly caption: string;
  readonly description: string;
  readonly focalPoint: FocalPoint | null;
}
