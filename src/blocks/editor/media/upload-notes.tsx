import { createHigherOrderComponent } from '@wordpress/compose';
import { useSyncExternalStore } from '@wordpress/element';
import { addFilter } from '@wordpress/hooks';
import type { ComponentType } from 'react';
import type { Texts } from '../texts/use-texts.js';
import type { BlockUpload, BlockUploads } from './uploads.js';

interface BlockEditProps {
  readonly clientId: string;
}

/** Shows the uploads of each block below it: progress, a stop button, and the reason of a failure. */
export function showUploadsAtBlocks(uploads: BlockUploads, text: Texts): void {
  const withNotes = createHigherOrderComponent(
    (BlockEdit: ComponentType<BlockEditProps>) => (props: BlockEditProps) => (
      <>
        <BlockEdit {...props} />
        <UploadNotes clientId={props.clientId} uploads={uploads} text={text} />
      </>
    ),
    'withUploadNotes',
  );
  addFilter('editor.BlockEdit', 'mortise/uploads', withNotes);
}

function UploadNotes({ clientId, uploads, text }: BlockEditProps & { uploads: BlockUploads; text: Texts }) {
  const own = useSyncExternalStore(uploads.subscribe, uploads.list).filter((upload) => upload.clientId === clientId);
  if (own.length === 0) return null;
  return (
    <div className="me-uploads" contentEditable={false}>
      {own.map((upload) => (
        <UploadNote key={`${upload.name} ${upload.failure ?? ''}`} upload={upload} text={text} />
      ))}
    </div>
  );
}

/** One upload, in a block or in the library dialog. */
export function UploadNote({ upload, text }: { upload: Omit<BlockUpload, 'clientId'>; text: Texts }) {
  const { name, share, failure, end } = upload;
  if (failure !== null) {
    return (
      <div className="me-upload me-upload-failed" role="alert">
        <span className="me-upload-name">{failure}</span>
        <button type="button" className="me-upload-button" onClick={end}>
          {text('media-dismiss')}
        </button>
      </div>
    );
  }
  const label = text('media-sending', { name });
  return (
    <div className="me-upload">
      <span className="me-upload-name">{label}</span>
      <button type="button" className="me-upload-button" aria-label={text('media-stop', { name })} onClick={end}>
        {text('media-stop-short')}
      </button>
      <progress aria-label={label} max={1} {...(share === null ? {} : { value: share })} />
    </div>
  );
}
