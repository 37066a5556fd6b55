import type { AdminDetailData, AdminRequest } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { Article } from '../../../domain/articles/article.js';
import { EDIT_PATH, FILES_PATH, pathOf, VERSIONS_PATH, WRITE_PATH } from './paths.js';

const TABS = [
  { path: WRITE_PATH, name: 'write.tab-text' },
  { path: VERSIONS_PATH, name: 'write.tab-versions' },
  { path: FILES_PATH, name: 'write.tab-files' },
] as const;

/** Returns the tabs of an article's pages. @param current path of the current page */
export function articleTabs(
  request: Pick<AdminRequest, 'link'>,
  { id, contentFormat }: Pick<Article, 'id' | 'contentFormat'>,
  current: string,
  { text }: Strings,
): Pick<AdminDetailData, 'tabs' | 'tabsLabel'> {
  const tabs = TABS.map(({ path, name }) => ({
    label: text(name),
    link: request.link(pathOf(path === WRITE_PATH && contentFormat === 'blocks' ? EDIT_PATH : path, id)),
    current: path === current,
  }));
  return { tabs, tabsLabel: text('write.tabs') };
}
