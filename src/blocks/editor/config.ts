import type { ConvertOptions } from '../convert/markdown-to-blocks.js';

/** A form that is sent into a new tab with the text, as `draft` in JSON, and whom to show it as, as `as`. */
export interface PreviewConfig {
  readonly action: string;
  /** What it carries besides. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whom it can be shown as; the first is the usual one. */
  readonly readers: readonly { readonly value: string; readonly label: string }[];
}

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
  /** What something new is called at first; empty for nothing. */
  readonly title: string;
  /** What of the text is looked at first, such as the address of a link; empty for its beginning. */
  readonly find: string;
  /** Where something is edited once it has an id, `{id}` in its place. */
  readonly editLink: string;
  /** Where something is made into blocks that is written in another format, `{id}` in the place of its id. */
  readonly convertLink: string;
  /** Where somebody logs in whose session is over. */
  readonly loginLink: string;
  /** Stylesheets of the site, for the text. */
  readonly stylesheets: readonly string[];
  /** Modules that register blocks: of plugins, by the same rules for all. */
  readonly scripts: readonly string[];
  /** Whether HTML may be written as it is. */
  readonly mayWriteHtml: boolean;
  /** Whether this person may have readers see it. */
  readonly mayPublish: boolean;
  /** Whether this person may move it to the trash. */
  readonly mayDelete: boolean;
  /** Where all that can be edited is listed. */
  readonly listLink: string;
  /** How it is looked at before it is saved; null where it cannot be. */
  readonly preview: PreviewConfig | null;
  /** Route below the root that shows one block as the server does: `/vendor-kb/v1/blocks/preview`. */
  readonly blockPreview: string;
  /** What panels of plugins are told. */
  readonly panels: Readonly<Record<string, unknown>>;
  /** IANA name: where the dates of the site are. */
  readonly timeZone: string;
  /** Whether files may be put into the media library. */
  readonly mayUpload: boolean;
  /** How pasted Markdown becomes blocks. */
  readonly markdown: Pick<ConvertOptions, 'labels' | 'markdownBlock'>;
  /** Tells apart what several people keep in one browser. */
  readonly userId: number;
  /** Who is to log in again when somebody else has done so meanwhile. */
  readonly userName: string;
  readonly locale: string;
}

export function convertLinkOf({ convertLink }: Pick<EditorConfig, 'convertLink'>, id: number): string {
  return convertLink.replace('{id}', String(id));
}
