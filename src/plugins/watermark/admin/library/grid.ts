import { type AdminRequest, hiddenFields, type ListQuery, listQuery, listTable } from '../../../../admin.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import { type ListedPicture, MARK_STATUSES } from '../../listing/mark-status.js';
import type { Watermark } from '../../watermark.js';
import { LIBRARY_PATH } from '../tabs.js';
import { statusBadge, titleOf } from './labels.js';
import { ACTS, buttonsFor } from './picture-acts.js';
import { originalLink, picturePath } from './picture-paths.js';
import type { LibraryPage, PictureCard } from './template-data.js';

/** Name of the grid's form. */
export const PICTURES_ACTION = 'pictures';
const PER_PAGE = 24;

type Grid = Pick<
  LibraryPage,
  'cut' | 'empty' | 'form' | 'newer' | 'older' | 'pictures' | 'table' | 'uploadLink' | 'views'
>;

/** Builds the image grid of the library, with search, filters and actions. */
export async function gridOf(watermark: Watermark, request: AdminRequest, strings: Strings): Promise<Grid> {
  const { text } = strings;
  const query = listQuery(request, {
    filters: { status: MARK_STATUSES, view: ['original'], older: 'any', newer: 'any' },
    perPage: PER_PAGE,
  });
  const { status, view } = query.filters;
  const list = await watermark.listPictures({
    status: MARK_STATUSES.find((each) => each === status) ?? null,
    search: query.search,
    olderThan: idOf(query.filters.older),
    newerThan: idOf(query.filters.newer),
    perPage: PER_PAGE,
    viewer: request,
  });
  const address = (changes: Readonly<Record<string, string>>): string =>
    request.link(LIBRARY_PATH, { ...queryFields(query), ...changes });
  const isNarrowed = query.search !== '' || status !== null;
  const place = list.isCut ? text('watermark.cut') : null;
  return {
    table: searchOf(request, query, strings, isNarrowed),
    views: ['', 'original'].map((each) => ({
      label: text(each === '' ? 'watermark.view-shown' : 'watermark.view-original'),
      link: address({ view: each, ...placeOf(query) }),
      isCurrent: (view ?? '') === each,
    })),
    pictures: list.pictures.map((picture) => cardOf(picture, request, strings, view === 'original')),
    empty: text(isNarrowed ? 'watermark.nothing' : 'watermark.no-pictures'),
    uploadLink: isNarrowed || list.isCut ? null : request.link('/media'),
    cut: place,
    form: {
      action: address(placeOf(query)),
      hidden: hiddenFields(request, PICTURES_ACTION),
      bulk: ACTS.map((value) => ({ value, label: text(`watermark.${value}`) })),
    },
    older: list.older === null ? null : address({ older: String(list.older) }),
    newer: list.newer === null ? null : address({ newer: String(list.newer) }),
  };
}

type GridQuery = ListQuery<never, 'newer' | 'older' | 'status' | 'view'>;

function searchOf(request: AdminRequest, query: GridQuery, strings: Strings, isNarrowed: boolean) {
  const { text } = strings;
  // A new search starts at the newest image, so the position is dropped.
  const { newer: _newer, older: _older, ...listQuery } = request.query;
  const table = listTable(
    { ...request, query: listQuery },
    { ...query, page: 1 },
    {
      caption: text('watermark.pictures'),
      columns: [],
      rows: [],
      total: 0,
      search: text('watermark.search'),
      filters: [
        {
          name: 'status',
          label: text('watermark.status'),
          all: text('watermark.status-all'),
          options: MARK_STATUSES.map((value) => ({ value, label: text(`watermark.status-${value}`) })),
        },
      ],
      empty: { text: '' },
    },
  );
  return { ...table, resetLink: isNarrowed ? table.resetLink : null };
}

/** Returns the query parameters without the position in the library. */
function queryFields({ search, filters: { status, view } }: GridQuery): Record<string, string> {
  return { search, status: status ?? '', view: view ?? '' };
}

function placeOf({ filters: { older, newer } }: GridQuery): Record<string, string> {
  return { older: older ?? '', newer: newer ?? '' };
}

function cardOf(picture: ListedPicture, request: AdminRequest, strings: Strings, isOriginal: boolean): PictureCard {
  const { attachment, isMarked, reason } = picture;
  const { id, width, height, sizes, url } = attachment;
  const { text } = strings;
  const size = sizes.medium ? 'medium' : 'full';
  const previewUrl = sizes.medium?.url ?? url;
  const original = originalLink(request, attachment, size);
  const title = titleOf(attachment);
  return {
    id,
    title,
    link: request.link(picturePath(id)),
    image: isMarked && isOriginal ? original : previewUrl,
    faces: isMarked ? { preview: previewUrl, original, isOriginal } : null,
    badge: statusBadge(picture, strings),
    note:
      reason === null || reason === 'excluded'
        ? width === null || height === null
          ? attachment.mimeType
          : text('watermark.pixels', { width, height })
        : text(`watermark.reason-${reason}`),
    buttons: buttonsFor(picture, strings),
    selectLabel: request.strings.text('admin.select-row', { name: title }),
  };
}
