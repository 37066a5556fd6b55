import { readFileSync } from 'node:fs';
import type { AdminPage, TemplateName } from '../core/admin/admin-page.js';
import { packageFile } from '../core/package-file.js';
import type { EditorConfig } from './editor/config.js';

export type { EditorConfig };

/** What a page of the admin area is sent with for the editor to run in it. */
type EditorParts = Pick<
  AdminPage<string, TemplateName>,
  'modules' | 'policy' | 'scripts' | 'stylesheets' | 'wholeWindow'
>;

/**
 * The parts of a page with the editor of blocks: its files, the modules that it shares with blocks of plugins, and what
 * they need of the policy. The page's template has an element `mortise-editor` with an `EditorConfig` as `data-config`.
 *
 * ```ts
 * admin.page({ path: '/recipes/{id}/edit', template: 'acme/editor', ...editorPage(), ... });
 * ```
 */
export function editorPage(): EditorParts {
  const files = JSON.parse(readFileSync(packageFile('dist/editor/import-map.json'), 'utf8')) as Record<string, string>;
  return {
    scripts: ['editor/main.js'],
    stylesheets: ['editor/page.css'],
    modules: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `editor/${file}`])),
    // The packages write styles into the page, and the canvas is a frame that their script makes.
    policy: { inlineStyles: true, ownFrames: true },
    wholeWindow: true,
  };
}
