import { type ActionOutcome, type AdminRequest, adminForm, formError } from '../../../../../admin.js';
import type { KbArea } from '../../../catalogues.js';
import { createExamples } from '../../../content/examples/examples.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { NEW_ARTICLE_PATH } from '../article-form/paths.js';
import { IMPORT_PATH } from '../imports/frame.js';
import { hasArticles, START_PATH, type WayToBegin } from './frame.js';

/** Permissions required to install the examples, which create categories, articles and an access rule. */
const FOR_EXAMPLES = ['manage_kb_categories', 'publish_kb_articles', 'manage_kb_access'] as const;

type Way = 'markdown' | 'wordpress' | 'write' | 'examples' | 'remove';

/** Registers the start page, which offers ways to get started. */
export function registerGettingStarted(area: KbArea, kb: KnowledgeBase): void {
  const texts = area.texts();
  const { text } = texts;
  const examples = createExamples(kb, texts);

  async function mayHaveExamples({ can }: AdminRequest): Promise<boolean> {
    return (await Promise.all(FOR_EXAMPLES.map((capability) => can(capability)))).every(Boolean);
  }

  async function assertMay(request: AdminRequest): Promise<void> {
    if (!(await mayHaveExamples(request))) throw formError({}, request.strings.text('admin.forbidden'));
  }

  async function waysFor(request: AdminRequest): Promise<WayToBegin[]> {
    const { link } = request;
    const leading = (name: Way, to: string, query = {}): WayToBegin => {
      const title = text(`start.${name}`);
      return { title, text: text(`start.${name}-text`), link: { label: title, link: link(to, query) }, form: null };
    };
    const doing = (name: Way, action: string, danger = false): WayToBegin => {
      const title = text(`start.${name}`);
      const form = adminForm(request, { action, fields: [], submit: title, danger });
      return { title, text: text(`start.${name}-text`), link: null, form };
    };
    const mayImport = await request.can('import_kb');
    const exampleWays = async (): Promise<WayToBegin[]> =>
      (await examples.count()) > 0
        ? [
            {
              ...doing('remove', 'remove', true),
              link: { label: text('start.look'), link: kb.links.href(kb.site.locale) },
            },
          ]
        : [doing('examples', 'load')];
    return [
      ...(mayImport
        ? [leading('markdown', IMPORT_PATH, { from: 'markdown' }), leading('wordpress', IMPORT_PATH, { from: 'wxr' })]
        : []),
      leading('write', NEW_ARTICLE_PATH),
      ...((await mayHaveExamples(request)) ? await exampleWays() : []),
    ];
  }

  area.page({
    path: START_PATH,
    title: 'start.title',
    template: 'kb/admin/start',
    stylesheets: ['kb/start.css'],
    async load(request) {
      const isFirst = !(await hasArticles(kb));
      return {
        strings: request.strings,
        heading: text('start.heading'),
        lead: text(isFirst ? 'start.lead' : 'start.later'),
        ways: await waysFor(request),
      };
    },
    heading: ({ heading, lead }) => ({ title: heading, lead }),
    actions: {
      async load(request): Promise<ActionOutcome> {
        await assertMay(request);
        const createdExamples = await examples.load(request.user);
        return { notice: text(createdExamples > 0 ? 'start.loaded' : 'start.loaded-already') };
      },
      async remove(request): Promise<ActionOutcome> {
        await assertMay(request);
        const { removed, retained } = await examples.remove(request.user);
        return { notice: text('start.removed', { removed, kept: retained }) };
      },
    },
  });

  area.notice(async ({ link }) =>
    (await hasArticles(kb))
      ? null
      : { kind: 'info', text: text('start.lead'), link: { label: text('start.title'), link: link(START_PATH) } },
  );
}
