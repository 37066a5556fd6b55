import type { ConvertOptions } from '../convert/markdown-to-blocks.js';

/** Form that opens a preview in a new tab: sends the text as JSON in `draft`, and the type of reader in `as`. */
export interface PreviewConfig {
  readonly action: string;
  /** Additional fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** Readers that the preview can be shown as. The first is the default. */
  readonly readers: readonly { readonly value: string; readonly label: string }[];
}

/**
 * Configuration that the page passes to the editor, as JSON in an attribute of its element. Nothing has to be fetched
 * before the first render.
 * @experimental
 */
export interface EditorConfig {
  /** URL of the REST API root: `/api`. */
  readonly root: string;
  /** Route of the edited items, below the root: `/vendor-kb/v1/articles`. */
  readonly collection: string;
  /** ID of the item; null for a new one, which the first save creates. */
  readonly id: number | null;
  /** Initial title of a new item; empty for none. */
  readonly title: string;
  /** Text to find and select first, such as the URL of a link; empty for none. */
  readonly find: string;
  /** URL of the editor of an existing item, with `{id}` in place of its ID. */
  readonly editLink: string;
  /** URL that converts an item in another format to blocks, with `{id}` in place of its ID. */
  readonly convertLink: string;
  /** URL of the login page for an expired session. */
  readonly loginLink: string;
  /** Stylesheets of the site, applied to the text. */
  readonly stylesheets: readonly string[];
  /** Modules that register blocks, from plugins. */
  readonly scripts: readonly string[];
  /** Whether this user may write arbitrary HTML. */
  readonly mayWriteHtml: boolean;
  /** Whether this user may publish it. */
  readonly mayPublish: boolean;
  /** Whether this user may move it to the trash. */
  readonly mayDelete: boolean;
  /** URL of the list of items. */
  readonly listLink: string;
  /** Form for previews; null if there is none. */
  readonly preview: PreviewConfig | null;
  /** Route below the root that renders one block as the server does: `/vendor-kb/v1/blocks/preview`. */
  readonly blockPreview: string;
  /** Settings for the panels of plugins. */
  readonly panels: Readonly<Record<string, unknown>>;
  /** Time zone of the site's dates (IANA name). */
  readonly timeZone: string;
  /** Whether this user may upload files to the media library. */
  readonly mayUpload: boolean;
  /** Options for converting pasted Markdown to blocks. */
  readonly markdown: Pick<ConvertOptions, 'labels' | 'markdownBlock'>;
  /** ID of the user, which separates the local copies of several users of one browser. */
  readonly userId: number;
  /** Name of the user who has to sign in again if another user has done so. */
  readonly userName: string;
  readonly locale: string;
}

export function convertLinkOf({ convertLink }: Pick<EditorConfig, 'convertLink'>, id: number): string {
  return convertLink.replace('{id}', String(id));
}
