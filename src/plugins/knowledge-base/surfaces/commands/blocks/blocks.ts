import type { PluginContext } from '../../../../../index.js';
import type { OwnedCommands } from '../../../../../operations.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { viewerOfAccount } from '../../../domain/access/viewer.js';
import { readSource } from '../article-input.js';
import { authorOf } from '../option-values.js';
import { FROM, formatOfFile } from './text-files.js';

/** `mortise blocks list` and `render` */
export function registerBlockCommands(
  cli: OwnedCommands,
  kb: KnowledgeBase,
  { access, users }: Pick<PluginContext, 'access' | 'users'>,
): void {
  cli.command('blocks list', {
    summary: 'List registered blocks',
    async run({ output }) {
      const rows = kb.blocks.list().map(({ definition: { metadata, dynamic }, owner }) => ({
        id: metadata.name,
        name: metadata.name,
        title: metadata.title,
        owner,
        category: metadata.category ?? '',
        dynamic: dynamic !== undefined,
        attributes: Object.keys(metadata.attributes ?? {}),
        parent: metadata.parent ?? [],
      }));
      output.rows(rows, ['name', 'title', 'owner', 'dynamic', 'attributes']);
    },
  });

  cli.command('blocks render', {
    summary: 'Render the HTML of a text, as a visitor sees it',
    arguments: [{ name: 'file', description: 'file with the text; "-": standard input' }],
    options: [
      FROM,
      { flags: '--as <user>', description: 'as this account sees it: ID or login' },
      { flags: '--locale <locale>', description: "language of the text; default: the site's" },
    ],
    async run({ args, options, output }) {
      const file = args.file ?? '-';
      const content = await readSource(file);
      const reader = (await authorOf(users, options.as)) ?? null;
      const source = {
        content,
        contentFormat: formatOfFile(file, content, options.from),
        locale: String(options.locale ?? kb.site.locale),
      };
      const { html } = await kb.texts.preview(source, viewerOfAccount(access, reader));
      output.text(html);
    },
  });
}
