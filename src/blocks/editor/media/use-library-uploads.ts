import { useEffect, useRef, useState } from '@wordpress/element';
import { isClientError } from '../../../client.js';
import type { Texts } from '../texts/use-texts.js';
import type { MediaItem } from './media-item.js';
import { reasonOf } from './reason.js';
import type { Uploader } from './uploader.js';
import type { BlockUpload } from './uploads.js';

type LibraryUpload = Omit<BlockUpload, 'clientId'> & { readonly number: number };

/** Uploads of the library dialog. Closing it aborts pending ones. @param onDone receives each uploaded file */
export function useLibraryUploads(upload: Uploader, onDone: (item: MediaItem) => void, text: Texts) {
  const [uploads, setUploads] = useState<readonly LibraryUpload[]>([]);
  const [message, setMessage] = useState('');
  const started = useRef(0);
  const running = useRef(new Set<AbortController>());
  const done = useRef(onDone);
  done.current = onDone;

  useEffect(() => {
    const open = running.current;
    return () => {
      for (const control of open) control.abort();
    };
  }, []);

  function change(number: number, changed: Partial<LibraryUpload>): void {
    setUploads((all) => all.map((each) => (each.number === number ? { ...each, ...changed } : each)));
  }
  function forget(number: number): void {
    setUploads((all) => all.filter((each) => each.number !== number));
  }

  async function start(file: File): Promise<void> {
    started.current += 1;
    const number = started.current;
    const control = new AbortController();
    running.current.add(control);
    const { name } = file;
    setUploads((all) => [...all, { number, name, share: 0, failure: null, end: () => control.abort() }]);
    try {
      const item = await upload(file, { signal: control.signal, onProgress: (share) => change(number, { share }) });
      forget(number);
      setMessage(text('media-sent', { name }));
      done.current(item);
    } catch (error) {
      if (isClientError(error, 'aborted')) return forget(number);
      const failure = text('media-upload-failed', { name, message: reasonOf(error, text) });
      change(number, { failure, end: () => forget(number) });
    } finally {
      running.current.delete(control);
    }
  }

  return {
    uploads,
    /** Message for screen readers. */
    said: message,
    add: (files: Iterable<File>): void => {
      for (const file of files) void start(file);
    },
  };
}
