import type { MediaItem } from './media-item.js';

/** What becomes of a file that was put into a block. */
export interface BlockUpload {
  /** The block that it is for; empty where none is known. */
  readonly clientId: string;
  readonly name: string;
  /** From 0 to 1; null while the server works on it. */
  readonly share: number | null;
  /** Why it was not uploaded, in words; null while it is. */
  readonly failure: string | null;
  /** Gives it up, or forgets why it failed. */
  end(): void;
}

/** What is shown at once, before the server has an address for it. */
export interface Placeholder {
  readonly url: string;
}

/** What the packages ask for when somebody gives a block files, as far as it is used here. */
export interface BlockUploadRequest {
  readonly filesList: ArrayLike<File>;
  readonly allowedTypes?: readonly string[] | undefined;
  readonly multiple?: boolean | undefined;
  /** Gets all of them, each time one has come in. */
  onFileChange?(files: readonly (MediaItem | Placeholder)[]): void;
  onError?(message: string): void;
}

/** The uploads of blocks, for whoever shows them. */
export interface BlockUploads {
  /** For the setting `mediaUpload` of the packages. */
  start(request: BlockUploadRequest): void;
  /** The same list until something changes. */
  list(): readonly BlockUpload[];
  subscribe(listener: () => void): () => void;
}
