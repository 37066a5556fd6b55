import type { PluginContext } from '../../../../index.js';
import { page, safeHtml } from '../../../../pages.js';
import type { Watermark } from '../../watermark.js';
import { LIBRARY_PATH, tabsFor } from '../tabs.js';
import { gridOf, PICTURES_ACTION } from './grid.js';
import { refuseForm, textsFor } from './labels.js';
import { actOnPictures } from './picture-acts.js';
import { registerPicturePage } from './picture-page.js';
import { RUN_ACTION, runAct } from './run-acts.js';
import { runPanelOf } from './run-panel.js';

/** Path that the script polls for the progress of a run. */
const PROGRESS_PATH = `${LIBRARY_PATH}/progress`;

/** Icon in the style of the core icons. */
const STAMP = safeHtml(
  '<svg class="m-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="M10 12l-1-5a3 3 0 1 1 6 0l-1 5h4a2 2 0 0 1 2 2v2H4v-2a2 2 0 0 1 2-2zM5 20h14"/></svg>',
);

type Parts = Pick<PluginContext, 'admin' | 'media' | 'site' | 'templates' | 'users'>;

/** Registers the library page: images with their watermarks, and actions on some or all of them. */
export function registerLibrary(context: Parts, watermark: Watermark): void {
  const { admin, media, site, templates } = context;
  const strings = () => textsFor(site);

  admin.page({
    path: LIBRARY_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.title'),
    capability: 'manage_options',
    icon: STAMP,
    section: 'content',
    order: 31,
    template: 'watermark/admin/library',
    stylesheets: ['watermark/library.css'],
    scripts: ['watermark/library.js'],
    async load(request) {
      const texts = strings();
      return {
        strings: texts,
        tabs: tabsFor(request, texts, LIBRARY_PATH),
        tabsLabel: texts.text('watermark.tabs'),
        progressLink: request.link(PROGRESS_PATH),
        run: await runPanelOf({ watermark, media }, request, texts),
        ...(await gridOf(watermark, request, texts)),
      };
    },
    heading: () => ({ lead: strings().text('watermark.lead') }),
    actions: {
      async [PICTURES_ACTION](request, form) {
        try {
          return { notice: await actOnPictures({ watermark, media }, request, form, strings()) };
        } catch (error) {
          return refuseForm(error, strings());
        }
      },
      async [RUN_ACTION](request, form) {
        try {
          return { notice: await runAct(watermark.runs, request.user, form, strings()) };
        } catch (error) {
          return refuseForm(error, strings());
        }
      },
    },
  });

  admin.page({
    path: PROGRESS_PATH,
    title: (locale) => textsFor({ ...site, locale }).text('watermark.all'),
    capability: 'manage_options',
    parent: LIBRARY_PATH,
    template: 'core/admin/message',
    async load(request) {
      const run = await runPanelOf({ watermark, media }, request, strings());
      return page(await templates.render('watermark/admin/run-panel', { run }));
    },
  });

  registerPicturePage(context, watermark);
}
