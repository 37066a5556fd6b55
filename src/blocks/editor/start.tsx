import { createRoot } from '@wordpress/element';
import { convertLinkOf, type EditorConfig } from './config.js';
import { registerCoreBlocks } from './core-blocks.js';
import { registerMedia } from './media/register-media.js';
import { serveEditorPackages } from './no-requests.js';
import { createArticles } from './saving/articles.js';
import { failureOf } from './saving/failure.js';
import { createSessionClient } from './saving/session-client.js';
import { Editor } from './shell/editor.js';
import { offerPluginsFirst } from './shell/slash-list.js';
import { loadTexts } from './texts/use-texts.js';

/** Registers blocks, loads the text and mounts the editor. */
export async function start(element: HTMLElement, config: EditorConfig): Promise<void> {
  const text = await loadTexts(config.locale);
  const client = createSessionClient(config);
  const articles = createArticles(client, config);
  serveEditorPackages(client);
  offerPluginsFirst();
  const mediaSettings = registerMedia(config, text);
  try {
    const [missingScripts, initial, found] = await Promise.all([
      // Block lists show blocks in order of registration unless one is used more.
      loadScripts(config).finally(() => registerCoreBlocks(text)),
      config.id === null ? null : articles.load(config.id),
      config.id === null ? null : articles.autosaveOf(config.id),
    ]);
    if (initial && initial.format !== 'blocks') {
      // The text was changed to another format since the page was requested, and cannot be shown here.
      window.location.replace(convertLinkOf(config, initial.id));
      return;
    }
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

/** Loads the scripts of plugins. A failure does not prevent editing. @returns the URLs of those that failed */
async function loadScripts({ scripts }: EditorConfig): Promise<string[]> {
  const results = await Promise.allSettled(scripts.map((script) => import(/* @vite-ignore */ script)));
  return scripts.filter((_, index) => results[index]?.status === 'rejected');
}
