/**
 * What the page tells the editor. It stands as JSON in an attribute of the element that the editor takes over, so that
 * nothing has to be fetched before the first thing can be shown.
 */
export interface EditorConfig {
  /** Of the REST routes: `/api`. */
  readonly root: string;
  /** Route of what is edited, below the root: `/vendor-kb/v1/articles`. */
  readonly collection: string;
  /** Null for something new, which the first save makes. */
  readonly id: number | null;
  /** Where something is edited once it has an id, `{id}` in its place. */
  readonly editLink: string;
  /** Where somebody logs in whose session is over. */
  readonly loginLink: string;
  /** Stylesheets of the site, for the text. */
  readonly stylesheets: readonly string[];
  /** Modules that register blocks: of plugins, by the same rules for all. */
  readonly scripts: readonly string[];
  /** Whether HTML may be written as it is. */
  readonly mayWriteHtml: boolean;
  /** Whether files may be put into the media library. */
  readonly mayUpload: boolean;
  /** Tells apart what several people keep in one browser. */
  readonly userId: number;
  readonly locale: string;
}
