import type { OwnedBlocks } from '../../../../blocks.js';
import type { Actor } from '../articles/actor.js';
import type { Article, ArticleInput } from '../articles/article.js';
import { storedContent } from '../articles/stored-html.js';
import { blocksInvalid } from '../errors.js';
import type { MeasuredContent, Rendering, Source } from './rendering.js';

type Text = Pick<Article, 'content' | 'contentFormat'>;

/** Work on the text of one save. Repeated calls for the same text return the first result. */
export interface TextWork {
  /**
   * Returns the text as its writer may store it.
   * @throws HostError 400 `vendor_kb_blocks_invalid` and like `cleanedFor`
   */
  store(before: Text, next: Text, input: Pick<ArticleInput, 'content'>, actor: Actor): Promise<string>;
  /** Renders a text. @throws HostError like `Rendering.render` */
  render(source: Source): Promise<MeasuredContent>;
}

export function createTextWork({
  blocks,
  rendering,
}: {
  readonly blocks: Pick<OwnedBlocks, 'clean' | 'validate'>;
  readonly rendering: Pick<Rendering, 'render'>;
}): TextWork {
  const done = new Map<string, Promise<unknown>>();

  function once<Result>(key: readonly unknown[], work: () => Promise<Result>): Promise<Result> {
    const name = JSON.stringify(key);
    const pending = done.get(name) ?? work();
    done.set(name, pending);
    return pending as Promise<Result>;
  }

  return {
    store: (before, next, input, actor) =>
      once(['store', before.content, before.contentFormat, next.content, next.contentFormat], async () => {
        // Imported documents are stored unchanged and shown as far as possible.
        const isChecked = next.contentFormat === 'blocks' && actor.source !== 'import' && input.content !== undefined;
        const fault = isChecked ? blocks.validate(next.content) : null;
        if (fault) throw blocksInvalid(fault);
        return storedContent(before, next, input, actor, blocks);
      }),
    render: ({ content, contentFormat, locale }) =>
      once(['render', content, contentFormat, locale], () => rendering.render({ content, contentFormat, locale })),
  };
}
