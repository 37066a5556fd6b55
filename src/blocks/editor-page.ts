import { readFileSync } from 'node:fs';
import type { AdminPage, TemplateName } from '../core/admin/admin-page.js';
import { packageFile } from '../core/package-file.js';
import type { EditorConfig } from './editor/config.js';

export type { EditorConfig };

/** Parts of an admin page that the editor needs. */
type EditorParts = Pick<
  AdminPage<string, TemplateName>,
  'modules' | 'policy' | 'scripts' | 'stylesheets' | 'wholeWindow'
>;

/**
 * Returns the parts of an admin page with the block editor.
 *
 * Contains its files, the modules that it shares with blocks of plugins, and the policy that they need. The page's
 * template has an element `mortise-editor` with an `EditorConfig` as `data-config`.
 *
 * ```ts
 * admin.page({ path: '/recipes/{id}/edit', template: 'acme/editor', ...editorPage(), ... });
 * ```
 * @experimental
 */
export function editorPage(): EditorParts {
  const files = JSON.parse(readFileSync(packageFile('dist/editor/import-map.json'), 'utf8')) as Record<string, string>;
  return {
    scripts: ['editor/main.js'],
    stylesheets: ['editor/page.css'],
    modules: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `editor/${file}`])),
    // The packages write styles into the page, and their script creates the canvas as a frame.
    policy: { inlineStyles: true, ownFrames: true },
    wholeWindow: true,
  };
}
