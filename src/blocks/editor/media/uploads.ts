import type { MediaItem } from './media-item.js';

/** Upload of a file that was added to a block. */
export interface BlockUpload {
  /** Block that it is for; empty if unknown. */
  readonly clientId: string;
  readonly name: string;
  /** Progress from 0 to 1; null while the server processes the file. */
  readonly share: number | null;
  /** Reason of the failure, as a sentence; null if it has not failed. */
  readonly failure: string | null;
  /** Aborts the upload, or dismisses the failure. */
  end(): void;
}

/** Placeholder shown immediately, before the server has a URL for the file. */
export interface Placeholder {
  readonly url: string;
}

/** Used part of the packages' request to upload files to a block. */
export interface BlockUploadRequest {
  readonly filesList: ArrayLike<File>;
  readonly allowedTypes?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  /** Receives all files each time one upload has finished. */
  onFileChange?(files: readonly (MediaItem | Placeholder)[]): void;
  onError?(message: string): void;
}

/** Uploads of blocks, as a store to subscribe to. */
export interface BlockUploads {
  /** Value of the packages' setting `mediaUpload`. */
  start(request: BlockUploadRequest): void;
  /** Returns the same list until something changes. */
  list(): readonly BlockUpload[];
  subscribe(listener: () => void): () => void;
}
