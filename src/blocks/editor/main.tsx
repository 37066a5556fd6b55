/** The editor's page: registers blocks, opens the text, mounts. What a page has to have is an element with its config. */
import { createRoot } from '@wordpress/element';
import { createClient } from '../../client.js';
import type { EditorConfig } from './config.js';
import { registerCoreBlocks } from './core-blocks.js';
import { registerMedia } from './media/register-media.js';
import { answerPackages } from './no-requests.js';
import { createArticles } from './saving/articles.js';
import { failureOf } from './saving/failure.js';
import { Editor } from './shell/editor.js';
import { loadTexts } from './strings/texts.js';

async function start(element: HTMLElement): Promise<void> {
  // It was made by the same release of the same package, so it is not checked.
  const config = JSON.parse(element.dataset.config ?? '') as EditorConfig;
  const text = await loadTexts(config.locale);
  const client = createClient({ root: config.root });
  const articles = createArticles(client, config);
  answerPackages(client);
  registerCoreBlocks(text);
  const mediaSettings = registerMedia(config, text);
  try {
    const [missingScripts, initial, found] = await Promise.all([
      loadScripts(config),
      config.id === null ? null : articles.load(config.id),
      config.id === null ? null : articles.kept(config.id),
    ]);
    const canvasStyles = new URL(/* @vite-ignore */ './canvas.css', import.meta.url).pathname;
    createRoot(element).render(
      <Editor
        config={config}
        articles={articles}
        client={client}
        initial={initial}
        found={found}
        canvasStyles={canvasStyles}
        mediaSettings={mediaSettings}
        missingScripts={missingScripts}
        text={text}
      />,
    );
  } catch (error) {
    element.textContent = [text('load-failed'), failureOf(error).message].join(' ');
    element.setAttribute('role', 'alert');
  }
}

/** Blocks of a plugin that cannot be loaded are no reason not to write. @returns the addresses of those */
async function loadScripts({ scripts }: EditorConfig): Promise<string[]> {
  const results = await Promise.allSettled(scripts.map((script) => import(/* @vite-ignore */ script)));
  return scripts.filter((_, index) => results[index]?.status === 'rejected');
}

const element = document.getElementById('mortise-editor');
if (element) void start(element);
