import type { EditorConfig } from '../config.js';
import { createSender, type SendOptions } from '../saving/sender.js';
import { type MediaItem, toMediaItem } from './media-item.js';

export type UploadOptions = SendOptions & Required<Pick<SendOptions, 'signal'>>;

/** Uploads a file to the library. @throws ClientError with the reason of the server, `aborted`, `network_error` */
export type Uploader = (file: File, options: UploadOptions) => Promise<MediaItem>;

/** Maximum concurrent uploads. The server creates the sizes, so more uploads would only wait there. */
const AT_ONCE = 2;

export function createUploader(config: Pick<EditorConfig, 'root' | 'userId'>): Uploader {
  const send = createSender(config);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  }

  /** Passes the slot to the next waiting upload. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (file, options) => {
    await turn();
    try {
      const body = new FormData();
      body.set('file', file, file.name || 'file');
      return toMediaItem(await send('/mortise/v1/media', body, options));
    } finally {
      leave();
    }
  };
}
