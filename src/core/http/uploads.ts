/** What a route accepts as files. */
export interface UploadRules {
  /** Bytes per file. */
  readonly maxFileSize: number;
  /** Default 1. */
  readonly maxFiles?: number;
  /** Accepted media types, e.g. `['image/png', 'image/*']`; default all. What the client says; check the bytes too. */
  readonly types?: readonly string[];
}

/** A file that was streamed to disk. It is removed when the request has been answered; move it to keep it. */
export interface UploadedFile {
  /** Name of the form field; `file` for a bare body. */
  readonly field: string;
  /** The client's name for it without any folder; never use it as a path. */
  readonly name: string;
  /** Media type as the client says. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Where it lies. */
  readonly path: string;
}
