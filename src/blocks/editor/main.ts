/** The editor's page. What a page has to have is an element with its config. */
import type { EditorConfig } from './config.js';
import { loadPackageTexts } from './strings/packages/load-package-texts.js';

async function open(element: HTMLElement): Promise<void> {
  // It was made by the same release of the same package, so it is not checked.
  const config = JSON.parse(element.dataset.config ?? '') as EditorConfig;
  // Some of the packages ask for their texts when they are loaded.
  await loadPackageTexts(config.locale);
  const { start } = await import('./start.js');
  await start(element, config);
}

const element = document.getElementById('mortise-editor');
if (element) void open(element);
