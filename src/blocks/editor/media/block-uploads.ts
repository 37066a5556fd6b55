import { createBlobURL, getBlobByURL, revokeBlobURL } from '@wordpress/blob';
import { store } from '@wordpress/block-editor';
import type { Block as BlockInstance } from '@wordpress/blocks';
import { select } from '@wordpress/data';
import { isClientError } from '../../../client.js';
import type { Texts } from '../texts/use-texts.js';
import type { MediaItem } from './media-item.js';
import { reasonOf } from './reason.js';
import type { Uploader } from './uploader.js';
import type { BlockUpload, BlockUploadRequest, BlockUploads, Placeholder } from './uploads.js';

interface BlockEditorSelectors {
  getBlocks(): readonly BlockInstance[];
  getSelectedBlockClientId(): string | null;
}

export function createBlockUploads(upload: Uploader, text: Texts): BlockUploads {
  const listeners = new Set<() => void>();
  let uploads: readonly BlockUpload[] = [];

  function show(next: readonly BlockUpload[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function start({ filesList, allowedTypes, multiple = true, onFileChange, onError }: BlockUploadRequest): void {
    const files = Array.from(filesList);
    const first = files[0];
    if (!first) return;
    const clientId = blockOf(first);
    // Another try dismisses earlier failures.
    show(uploads.filter((upload) => upload.clientId !== clientId || upload.failure === null));
    const refusal = refusalOf(files, allowedTypes, multiple);
    if (refusal !== null) {
      fail(clientId, first.name, refusal);
      onError?.(refusal);
      return;
    }
    const places: (MediaItem | Placeholder)[] = files.map((file) => ({ url: createBlobURL(file) }));
    onFileChange?.(places);
    files.forEach((file, index) => {
      const placeholder = places[index]?.url ?? '';
      void run(file, clientId).then(
        (item) => {
          places[index] = item;
          onFileChange?.(places);
          revokeBlobURL(placeholder);
        },
        (error: unknown) => {
          const isGivenUp = isClientError(error, 'aborted');
          const message = isGivenUp
            ? ''
            : text('media-upload-failed', { name: file.name, message: reasonOf(error, text) });
          if (!isGivenUp) fail(clientId, file.name, message);
          revokeBlobURL(placeholder);
          onError?.(message);
        },
      );
    });
  }

  /** Uploads one file and shows its progress. */
  async function run(file: File, clientId: string): Promise<MediaItem> {
    const stop = new AbortController();
    let currentUpload: BlockUpload = { clientId, name: file.name, share: 0, failure: null, end: () => stop.abort() };
    show([...uploads, currentUpload]);
    const replace = (next: readonly BlockUpload[]): void =>
      show(uploads.flatMap((upload) => (upload === currentUpload ? next : [upload])));
    try {
      return await upload(file, {
        signal: stop.signal,
        onProgress(share) {
          const moved = { ...currentUpload, share };
          replace([moved]);
          currentUpload = moved;
        },
      });
    } finally {
      replace([]);
    }
  }

  function fail(clientId: string, name: string, failure: string): void {
    const failed: BlockUpload = {
      clientId,
      name,
      share: null,
      failure,
      end: () => show(uploads.filter((upload) => upload !== failed)),
    };
    show([...uploads, failed]);
  }

  function refusalOf(files: readonly File[], allowed: readonly string[] | undefined, multiple: boolean): string | null {
    if (!multiple && files.length > 1) return text('media-only-one');
    const fits = ({ type }: File): boolean =>
      !allowed || allowed.some((kind) => type === kind || type.startsWith(`${kind}/`));
    const misfit = files.find((file) => !fits(file));
    if (!misfit) return null;
    return text('media-upload-failed', { name: misfit.name, message: text('media-wrong-kind') });
  }

  return {
    start,
    list: () => uploads,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Finds the block that already shows the file, as after a paste; otherwise the selected one. */
function blockOf(file: File): string {
  const { getBlocks, getSelectedBlockClientId } = select(store) as unknown as BlockEditorSelectors;
  const find = (blocks: readonly BlockInstance[]): string | null => {
    for (const { clientId, attributes, innerBlocks } of blocks) {
      if (typeof attributes.blob === 'string' && getBlobByURL(attributes.blob) === file) return clientId;
      const inner = find(innerBlocks);
      if (inner !== null) return inner;
    }
    return null;
  };
  return find(getBlocks()) ?? getSelectedBlockClientId() ?? '';
}
