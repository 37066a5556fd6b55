import { type AdminRequest, hiddenFields } from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import type { Attachment, Media } from '../../../../media.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { ListedPicture } from '../../listing/mark-status.js';
import type { Watermark } from '../../watermark.js';
import { LIBRARY_PATH } from '../tabs.js';
import { refuseForm, statusBadge, textsFor, titleOf } from './labels.js';
import { actOnPictures, buttonsFor } from './picture-acts.js';
import { ORIGINAL_PATH, originalLink, PICTURE_PATH } from './picture-paths.js';
import type { PicturePage } from './template-data.js';

const ACTION = 'picture';
/** Sizes to compare, in order of preference. They suit a screen and are watermarked like the full image. */
const COMPARED = ['large', 'medium_large'] as const;

type Parts = Pick<PluginContext, 'admin' | 'media' | 'site'>;

/** Registers the page that compares an image with its original, and the path of the original. */
export function registerPicturePage({ admin, media, site }: Parts, watermark: Watermark): void {
  const strings = () => textsFor(site);

  admin.page({
    path: PICTURE_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.picture'),
    capability: 'manage_options',
    parent: LIBRARY_PATH,
    template: 'watermark/admin/picture',
    stylesheets: ['watermark/library.css'],
    scripts: ['watermark/library.js'],
    async load(request) {
      const attachment = await pictureOf(media, request, strings());
      const [picture] = await watermark.markStatusesOf([attachment]);
      if (!picture) throw notFound(strings());
      return pageOf(picture, request, strings());
    },
    heading: ({ title }) => ({ title }),
    actions: {
      async [ACTION](request, form) {
        await pictureOf(media, request, strings());
        try {
          return { notice: await actOnPictures({ watermark, media }, request, form, strings()) };
        } catch (error) {
          return refuseForm(error, strings());
        }
      },
    },
  });

  admin.page({
    path: ORIGINAL_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.original'),
    capability: 'manage_options',
    parent: LIBRARY_PATH,
    template: 'core/admin/message',
    async load(request) {
      const attachment = await pictureOf(media, request, strings());
      const { size } = request.query;
      const { content, mimeType } = await watermark.readOriginal(attachment, typeof size === 'string' ? size : 'full');
      const headers = {
        'Content-Type': mimeType,
        'Content-Length': String(content.length),
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
      };
      return { status: 200, headers, body: content };
    },
  });
}

/** Finds the image of the page. @throws HostError 404 `attachment_not_found`, also for files that are not images */
async function pictureOf(
  media: Pick<Media, 'get' | 'isVisible'>,
  request: AdminRequest<'id'>,
  strings: Strings,
): Promise<Attachment> {
  const id = idOf(request.params.id);
  const attachment = id === null ? null : await media.get(id);
  if (!attachment?.mimeType.startsWith('image/') || !(await media.isVisible(attachment, request)))
    throw notFound(strings);
  return attachment;
}

function notFound({ text }: Strings): HostError {
  return new HostError('attachment_not_found', text('watermark.gone'), { status: 404 });
}

function pageOf(picture: ListedPicture, request: AdminRequest, strings: Strings): PicturePage {
  const { attachment, state, design, isMarked, reason } = picture;
  const { id, altText, url, sizes, filename } = attachment;
  const { text, dateTime } = strings;
  const size = COMPARED.find((name) => sizes[name]) ?? 'full';
  const shape = sizes[size] ?? attachment;
  const moments = [
    { term: text('watermark.marked-on'), date: isMarked ? state.markedAt : null },
    { term: text('watermark.restored-on'), date: isMarked ? null : state.restoredAt },
  ];
  return {
    strings,
    title: titleOf(attachment),
    badge: statusBadge(picture, strings),
    note: reason === null ? null : text(`watermark.reason-${reason}`),
    preview: {
      image: sizes[size]?.url ?? url,
      alt: altText,
      caption: text(isMarked ? 'watermark.view-shown' : 'watermark.shown-original'),
    },
    original: isMarked ? { image: originalLink(request, attachment, size), caption: text('watermark.original') } : null,
    width: shape.width ?? 0,
    height: shape.height ?? 0,
    definitions: [
      { term: text('watermark.file'), text: filename },
      { term: text('watermark.design'), text: design ?? text('designs.default') },
      {
        term: text('watermark.saved'),
        text: text(state.generation > 0 ? 'watermark.saved-yes' : 'watermark.saved-no'),
      },
      ...moments.flatMap(({ term, date }) => (date ? [{ term, text: dateTime(date) }] : [])),
    ],
    form: {
      action: request.link(request.path),
      hidden: hiddenFields(request, ACTION),
      id: String(id),
      buttons: buttonsFor(picture, strings),
    },
    links: [{ label: text('watermark.in-media'), link: request.link(`/media/${id}`) }],
  };
}
