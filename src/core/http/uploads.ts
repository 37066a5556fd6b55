/** File upload rules of a route. */
export interface UploadRules {
  /** Maximum bytes per file. */
  readonly maxFileSize: number;
  /** Maximum number of files. @default 1 */
  readonly maxFiles?: number;
  /** Accepted media types, e.g. `['image/png', 'image/*']`; default all. Clients can lie, so check the bytes too. */
  readonly types?: readonly string[];
}

/** File that was streamed to disk. It is deleted after the request is answered; move it to keep it. */
export interface UploadedFile {
  /** Name of the form field; `file` for a raw body. */
  readonly field: string;
  /** Client's file name without any folder; never use it as a path. */
  readonly name: string;
  /** Media type reported by the client. */
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  /** Path of the temporary file. */
  readonly path: string;
}
