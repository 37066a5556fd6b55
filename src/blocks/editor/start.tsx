import { createRoot } from '@wordpress/element';
import { convertLinkOf, type EditorConfig } from './config.js';
import { registerCoreBlocks } from './core-blocks.js';
import { registerMedia } from './media/register-media.js';
import { answerPackages } from './no-requests.js';
import { createArticles } from './saving/articles.js';
import { failureOf } from './saving/failure.js';
import { createSessionClient } from './saving/session-client.js';
import { Editor } from './shell/editor.js';
import { offerPluginsFirst } from './shell/slash-list.js';
import { loadTexts } from './strings/texts.js';

/** Registers blocks, opens the text, mounts. */
export async function start(element: HTMLElement, config: EditorConfig): Promise<void> {
  const text = await loadTexts(config.locale);
  const client = createSessionClient(config);
  const articles = createArticles(client, config);
  answerPackages(client);
  offerPluginsFirst();
  const mediaSettings = registerMedia(config, text);
  try {
    const [missingScripts, initial, found] = await Promise.all([
      // Lists of blocks have those that are registered first above the others, where none is used more.
      loadScripts(config).finally(() => registerCoreBlocks(text)),
      config.id === null ? null : articles.load(config.id),
      config.id === null ? null : articles.kept(config.id),
    ]);
    if (initial && initial.format !== 'blocks') {
      // Since the page was asked for it has become something that cannot be shown here.
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

/** Blocks of a plugin that cannot be loaded are no reason not to write. @returns the addresses of those */
async function loadScripts({ scripts }: EditorConfig): Promise<string[]> {
  const results = await Promise.allSettled(scripts.map((script) => import(/* @vite-ignore */ script)));
  return scripts.filter((_, index) => results[index]?.status === 'rejected');
}
