import { createRoot } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import { createSessionClient } from '../saving/session-client.js';
import { loadTexts } from '../strings/texts.js';
import { createLibrary, type MediaKind } from './library.js';
import { MediaDialog } from './media-dialog.js';
import type { MediaItem } from './media-item.js';
import { createUploader } from './uploader.js';

export interface MediaLibraryOptions {
  /** The one kind of files that is wanted; any without it. */
  readonly kind?: MediaKind | undefined;
  /** Whether several may be chosen; default false. */
  readonly multiple?: boolean | undefined;
  /** Ids of those that are chosen already; default none. */
  readonly chosen?: readonly number[] | undefined;
}

/**
 * Opens the media library in a dialog over the editor, and ends when somebody has chosen or left. Whoever may upload can
 * do so there.
 *
 * ```ts
 * const [picture] = (await openMediaLibrary({ kind: 'image' })) ?? [];
 * ```
 * @returns what was chosen, in the order of choosing; null when somebody left without
 * @throws Error on a page without the editor
 */
export async function openMediaLibrary(options: MediaLibraryOptions = {}): Promise<readonly MediaItem[] | null> {
  const config = configOfPage();
  const { locale, mayUpload } = config;
  const text = await loadTexts(locale);
  const place = document.createElement('div');
  const tree = createRoot(place);
  return new Promise((resolve) => {
    tree.render(
      <MediaDialog
        library={createLibrary(createSessionClient(config))}
        upload={mayUpload ? createUploader(config) : null}
        kind={options.kind ?? null}
        isMultiple={options.multiple ?? false}
        chosen={options.chosen ?? []}
        text={text}
        onClose={(items) => {
          tree.unmount();
          resolve(items);
        }}
      />,
    );
  });
}

/** The dialog is opened by blocks, which know nothing of the editor around them: the page says where everything is. */
function configOfPage(): EditorConfig {
  const config = document.getElementById('mortise-editor')?.dataset.config;
  if (config === undefined) throw new Error('There is no editor in this page. Open the media library from within one.');
  return JSON.parse(config) as EditorConfig;
}
