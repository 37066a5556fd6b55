import { TIME_FILTER_ARG, toDate } from '../content/routes/shared.js';
import type { GuardedPost } from '../content/types/post-capabilities.js';
import { HostError } from '../errors.js';
import type { UploadedFile } from '../http/uploads.js';
import type { Registry } from '../rest/registry.js';
import { paginate, respond } from '../rest/response.js';
import type { RestRequest } from '../rest/route.js';
import type { Site } from '../site.js';
import type { MediaReading } from './access.js';
import type { Attachment, AttachmentFields } from './attachment.js';
import type { Media } from './media.js';
import { attachmentNotFound, postInvalid } from './media-errors.js';
import { noteUpload, type UploadNote } from './upload-notes.js';
import { FOCAL_POINT, MEDIA, mediaView } from './view.js';

const IDS = { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 100 } as const;

/** Arguments for the editable fields of a file. */
const FIELD_ARGS = {
  title: { type: 'string', maxLength: 500 },
  alt_text: { type: 'string', maxLength: 5_000, description: 'Description of the image for users who cannot see it.' },
  caption: { type: 'string', maxLength: 20_000, description: 'HTML; sanitized.' },
  description: { type: 'string', maxLength: 100_000, description: 'HTML; sanitized.' },
  post_id: { type: 'integer', minimum: 0, description: 'Post that the file is attached to; 0: none.' },
  post: { type: ['integer', 'null'], minimum: 0, description: 'WordPress alias of the same value; null: none.' },
  focal_point: FOCAL_POINT,
} as const;

const LIST_ARGS = {
  search: { type: 'string', maxLength: 190, description: 'Part of the title, file name, alternative text or caption.' },
  mime_type: {
    type: 'string',
    maxLength: 127,
    pattern: '^[a-z]+(?:/[a-z0-9.+-]+)?$',
    description: '`image/png`, or `image` for all images.',
  },
  media_type: { type: 'string', enum: ['image', 'video', 'audio', 'text', 'application'] },
  parent: { ...IDS, description: 'Posts that the files are attached to; 0: none.' },
  parent_exclude: IDS,
  author: IDS,
  author_exclude: IDS,
  after: { ...TIME_FILTER_ARG, description: "Uploaded after this time. Without an offset: in the site's time zone." },
  before: TIME_FILTER_ARG,
  modified_after: TIME_FILTER_ARG,
  modified_before: TIME_FILTER_ARG,
  include: IDS,
  exclude: IDS,
  orderby: { type: 'string', enum: ['date', 'id', 'include', 'modified', 'title'], default: 'date' },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  offset: { type: 'integer', minimum: 0, maximum: 100_000_000, description: 'Alternative to page.' },
} as const;

export interface MediaRouteParts {
  readonly registry: Registry;
  readonly site: Site;
  readonly media: Media;
  readonly reading: MediaReading;
  readonly posts: { get(id: number): Promise<GuardedPost | null> };
  readonly limits: { readonly maxBytes: number };
}

const NAMESPACE = 'mortise/v1';

/** Registers the REST routes of the media library. See section 3 of core.md. */
export function registerMediaRoutes({ registry, site, media, reading, posts, limits }: MediaRouteParts): void {
  const tags = ['media'];
  const uploads = { maxFileSize: limits.maxBytes, maxFiles: 1 };
  const view = (attachment: Attachment) => mediaView(attachment, site);
  const attachmentOf = ({ args }: RestRequest): Promise<Attachment | null> => media.get(Number(args.id));
  /** Files the caller cannot find cannot be changed either. */
  async function findableOf(request: RestRequest): Promise<Attachment | null> {
    const attachment = await attachmentOf(request);
    return attachment && (await reading.mayFind(request, attachment)) ? attachment : null;
  }
  const edit = { capability: 'edit_attachment', object: findableOf } as const;

  registry.group(
    NAMESPACE,
    { path: '/media', tags },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'List media files',
        description: 'Without `upload_files`: files of posts that the caller can read.',
        operationId: 'listMedia',
        args: LIST_ARGS,
        permission: 'public',
        returns: { type: 'array', items: MEDIA },
        async handler(request) {
          const { args } = request;
          const { page, per_page: perPage } = args;
          const { attachments, total } = await media.list({
            search: args.search,
            mimeType: args.mime_type ?? args.media_type,
            parents: args.parent,
            notParents: args.parent_exclude,
            authors: args.author,
            notAuthors: args.author_exclude,
            after: toDate(args.after, site),
            before: toDate(args.before, site),
            modifiedAfter: toDate(args.modified_after, site),
            modifiedBefore: toDate(args.modified_before, site),
            include: args.include,
            exclude: args.exclude,
            visibleTo: request,
            orderBy: args.orderby,
            direction: args.order,
            page,
            perPage,
            offset: args.offset,
          });
          const found: Attachment[] = [];
          for (const attachment of attachments) if (await reading.mayFind(request, attachment)) found.push(attachment);
          return paginate(found.map(view), { page, perPage, total, offset: args.offset });
        },
      });
      endpoint({
        method: 'POST',
        summary: 'Upload a file',
        description: 'As the field `file` of a form, or as a bare body with `Content-Disposition: attachment`.',
        operationId: 'uploadMedia',
        args: FIELD_ARGS,
        permission: 'upload_files',
        uploads,
        returns: MEDIA,
        successStatus: 201,
        async handler(request) {
          const { path, name } = fileOf(request);
          const fields = await fieldsOf(request, request.args);
          const authorId = request.user?.id ?? 0;
          const notesOf = await noteUpload(path);
          const attachment = await media.create({ path }, { ...fields, filename: name, authorId });
          const location = `${site.restUrl}${NAMESPACE}/media/${attachment.id}`;
          const data = { ...view(attachment), ...noted(notesOf(attachment)) };
          return respond(data, { status: 201, headers: { Location: location } });
        },
      });
    },
    'core',
  );

  registry.group(
    NAMESPACE,
    { path: '/media/{id}', tags, args: { id: { type: 'integer', minimum: 1 } } },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: "Read a media file's data",
        operationId: 'getMedia',
        permission: async (request) => {
          const attachment = await attachmentOf(request);
          return attachment === null || reading.mayFind(request, attachment);
        },
        returns: MEDIA,
        handler: async (request) => view(found(await attachmentOf(request), request)),
      });
      endpoint({
        method: ['PUT', 'PATCH', 'POST'],
        summary: "Update a media file's data",
        operationId: 'updateMedia',
        args: FIELD_ARGS,
        permission: edit,
        returns: MEDIA,
        async handler(request) {
          const { id } = found(await findableOf(request), request);
          return view(await media.update(id, await fieldsOf(request, request.args)));
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Delete a file',
        description: 'Files have no trash: pass `force=true`.',
        operationId: 'deleteMedia',
        args: { force: { type: 'boolean', default: false } },
        permission: { capability: 'delete_attachment', object: findableOf },
        returns: { type: 'object', properties: { deleted: { type: 'boolean', required: true }, previous: MEDIA } },
        async handler(request) {
          const { id } = found(await findableOf(request), request);
          if (!request.args.force) throw trashNotSupported();
          return { deleted: true, previous: view(await media.delete(id)) };
        },
      });
    },
    'core',
  );

  registry.route(
    NAMESPACE,
    {
      method: 'POST',
      path: '/media/{id}/replace',
      summary: 'Replace a media file',
      description: 'Keeps its ID and data and gets a new URL. Previous URLs redirect to it.',
      operationId: 'replaceMedia',
      tags,
      args: { id: { type: 'integer', minimum: 1 } },
      permission: edit,
      uploads,
      returns: MEDIA,
      async handler(request) {
        const { id } = found(await findableOf(request), request);
        const { path, name: filename } = fileOf(request);
        const notesOf = await noteUpload(path);
        const attachment = await media.replace(id, { path }, { filename });
        return { ...view(attachment), ...noted(notesOf(attachment)) };
      },
    },
    'core',
  );

  /** Attaching a file to a post decides who sees it, so it requires permission to edit the post. */
  async function fieldsOf(request: RestRequest, args: FieldArgs): Promise<Partial<AttachmentFields>> {
    const postId = args.post_id ?? (args.post === null ? 0 : args.post);
    if (postId !== undefined && postId !== 0) {
      const post = await posts.get(postId);
      const isOwn = post !== null && post.authorId === request.reader?.id;
      const mayEdit = isOwn || (await request.can('edit_post', post)) || (await request.can('edit_others_posts'));
      if (!post || !mayEdit) throw postInvalid();
    }
    const fields: Partial<AttachmentFields> = {
      ...(postId === undefined ? {} : { postId }),
      ...(args.title === undefined ? {} : { title: args.title }),
      ...(args.alt_text === undefined ? {} : { altText: args.alt_text }),
      ...(args.caption === undefined ? {} : { caption: args.caption }),
      ...(args.description === undefined ? {} : { description: args.description }),
      ...(args.focal_point === undefined ? {} : { focalPoint: args.focal_point }),
    };
    return fields;
  }
}

interface FieldArgs {
  readonly post_id?: number;
  readonly post?: number | null;
  readonly title?: string;
  readonly alt_text?: string;
  readonly caption?: string;
  readonly description?: string;
  readonly focal_point?: { readonly x: number; readonly y: number } | null;
}

function found(attachment: Attachment | null, { args }: RestRequest): Attachment {
  if (!attachment) throw attachmentNotFound(Number(args.id));
  return attachment;
}

/** WordPress uses this code. */
function fileOf({ files }: RestRequest): UploadedFile {
  const [file] = files;
  if (file) return file;
  const message =
    'The request has no file. Send it as the field "file" of a form, or as the body with Content-Disposition.';
  throw new HostError('rest_upload_no_data', message, { status: 400 });
}

function noted(notes: UploadNote[]): { notes?: UploadNote[] } {
  return notes.length === 0 ? {} : { notes };
}

/** WordPress uses this code and status. */
function trashNotSupported(): HostError {
  const message = 'Files cannot be moved to the trash. Pass "force=true" to delete the file permanently.';
  return new HostError('rest_trash_not_supported', message, { status: 501 });
}
