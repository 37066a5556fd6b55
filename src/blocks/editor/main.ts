/** Entry point of the editor's page, which needs an element with the configuration. */
import type { EditorConfig } from './config.js';
import { loadPackageTexts } from './texts/load-package-texts.js';

async function open(element: HTMLElement): Promise<void> {
  // The same release of the package wrote it, so it is not validated.
  const config = JSON.parse(element.dataset.config ?? '') as EditorConfig;
  // Some packages read their translations when they are loaded.
  await loadPackageTexts(config.locale);
  const { start } = await import('./start.js');
  await start(element, config);
}

const element = document.getElementById('mortise-editor');
if (element) void open(element);
