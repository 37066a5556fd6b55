import { Readable } from 'node:stream';
import { HostError, type PageRequest, type PageResponse } from '../../../index.js';
import type { ArticleAttachment } from '../attachments/attachment.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** No slug begins like this, so that it is in no article's way. */
const ADDRESS = /^\/-\/attachments\/(\d{1,15})(?:\/[^/]*)?$/;

/** The address of a file for links in pages: the session alone opens it there. The name in it is for people. */
export function downloadPath({ id, file }: ArticleAttachment): string {
  return `-/attachments/${id}/${file.filename}`;
}

/** Sends the file of an article; null for an address that is none of a file. */
export async function downloadPage(kb: KnowledgeBase, request: PageRequest): Promise<PageResponse | null> {
  const [, id] = ADDRESS.exec(request.path) ?? [];
  if (id === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  try {
    const { status, headers, data } = await kb.downloads.send(Number(id), request);
    return { status, headers, body: data instanceof Readable ? data : '' };
  } catch (error) {
    // Who asks for parts reads headers, and no page that says what went wrong.
    if (!(error instanceof HostError) || error.status !== 416) throw error;
    return { status: 416, headers: { ...error.data.headers }, body: '' };
  }
}
