import { createRoot } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import { createSessionClient } from '../saving/session-client.js';
import { loadTexts } from '../texts/use-texts.js';
import { createLibrary, type MediaKind } from './library.js';
import { MediaDialog } from './media-dialog.js';
import type { MediaItem } from './media-item.js';
import { createUploader } from './uploader.js';

/** Options of {@link openMediaLibrary}. */
export interface MediaLibraryOptions {
  /** Only type of files that can be chosen. Default: any. */
  readonly kind?: MediaKind | undefined;
  /** Whether several files can be chosen. Default: false. */
  readonly multiple?: boolean | undefined;
  /** IDs of the files that are already chosen. Default: none. */
  readonly chosen?: readonly number[] | undefined;
}

/**
 * Opens the media library in a dialog over the editor. Users who may upload can do so there.
 *
 * ```ts
 * const [picture] = (await openMediaLibrary({ kind: 'image' })) ?? [];
 * ```
 * @returns chosen files in the order of selection; null if the dialog was closed without a choice
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

/** Reads the configuration from the page, because blocks open the dialog without access to the editor around them. */
function configOfPage(): EditorConfig {
  const config = document.getElementById('mortise-editor')?.dataset.config;
  if (config === undefined) throw new Error('This page has no editor. Open the media library in the editor.');
  return JSON.parse(config) as EditorConfig;
}
