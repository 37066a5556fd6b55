import type { OpenDocument } from '../../../../../../editor.js';

/** An attachment as the panel shows it. */
export interface ListedFile {
  readonly id: number;
  readonly title: string;
  readonly filename: string;
  /** Bytes. */
  readonly size: number;
}

const ROUTE = '/vendor-kb/v1/attachments';

/** REST client for an article's attachments. All calls reject with a `ClientError`. */
export interface AttachmentList {
  all(): Promise<readonly ListedFile[]>;
  /** Uploads a file. @param onProgress receives the fraction sent, 0 to 1; null while the server processes it */
  add(file: File, onProgress: (share: number | null) => void): Promise<ListedFile>;
  rename(id: number, title: string): Promise<ListedFile>;
  /** Reorders the files. @param ids ids of all files */
  reorder(ids: readonly number[]): Promise<readonly ListedFile[]>;
  remove(id: number): Promise<void>;
}

export function attachmentList(
  { client, send }: Pick<OpenDocument, 'client' | 'send'>,
  articleId: number,
): AttachmentList {
  const ofArticle = '/vendor-kb/v1/articles/{id}/attachments';
  const path = { id: articleId };
  return {
    all: async () =>
      (await client.get(ofArticle, { path, query: { context: 'edit' } })) as unknown as readonly ListedFile[],
    async add(file, onProgress) {
      const body = new FormData();
      body.set('file', file, file.name);
      return (await send(ofArticle.replace('{id}', String(articleId)), body, { onProgress })) as ListedFile;
    },
    rename: async (id, title) =>
      (await client.patch(`${ROUTE}/{id}`, { path: { id }, body: { title } })) as unknown as ListedFile,
    reorder: async (ids) =>
      (await client.post(`${ROUTE}/reorder`, {
        body: { article_id: articleId, ids },
      })) as unknown as readonly ListedFile[],
    async remove(id) {
      await client.delete(`${ROUTE}/{id}`, { path: { id } });
    },
  };
}
