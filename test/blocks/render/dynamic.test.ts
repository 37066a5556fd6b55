import { type BlockReader, defineBlock } from 'mortise/blocks';
import { afterEach, describe, expect, it } from 'vitest';
import { hostWithBlocks } from '../testing-blocks.js';

const STRANGER: BlockReader = { user: null, locale: 'en', context: { postId: 7 } };

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** Block that shows its reader and counts its loads. */
function greeting() {
  const requestedIds: number[] = [];
  const block = defineBlock({
    metadata: {
      name: 'acme/greeting',
      title: 'Greeting',
      attributes: { word: { type: 'string', default: 'Hello' } },
      usesContext: ['postId', 'acme/tone'],
    },
    async load(blocks, { user }) {
      requestedIds.push(blocks.length);
      return blocks.map(({ context }) => `${user?.login ?? 'stranger'} at ${context.postId}`);
    },
    render: ({ attributes, content }, who) => `<p onclick="x">${attributes.word} ${who}</p>${content}`,
  });
  return { block, asked: requestedIds };
}

async function engine(...definitions: Parameters<typeof hostWithBlocks>) {
  const found = await hostWithBlocks(...definitions);
  close = found.host.close;
  return found;
}

describe('dynamic block', () => {
  it('is left out of the stored HTML and filled in for each reader', async () => {
    const { blocks } = await engine([greeting().block]);
    const { html, text, dynamic } = await blocks.render('<p>a</p><!-- wp:acme/greeting {"word":"Hi"} /--><p>b</p>', {
      format: 'blocks',
    });
    expect(html).toBe('<p>a</p><p>b</p>');
    expect(text).toBe('a\nb');
    expect(JSON.parse(JSON.stringify(dynamic))).toEqual(dynamic);
    if (!dynamic) throw new Error('nothing is dynamic');
    expect(await blocks.fill(dynamic, STRANGER, {})).toBe('<p>a</p><p>Hi stranger at 7</p><p>b</p>');
  });

  it('is loaded once for all of its type in a document', async () => {
    const { block, asked: requests } = greeting();
    const { blocks } = await engine([block]);
    const { dynamic } = await blocks.render('<!-- wp:acme/greeting /-->'.repeat(5), { format: 'blocks' });
    if (dynamic) await blocks.fill(dynamic, STRANGER, {});
    expect(requests).toEqual([5]);
  });

  it('can be nested in another one', async () => {
    const { blocks } = await engine([greeting().block]);
    const document =
      '<!-- wp:acme/greeting {"word":"out"} --><b><!-- wp:acme/greeting {"word":"in"} /--></b><!-- /wp:acme/greeting -->';
    const { dynamic } = await blocks.render(document, { format: 'blocks' });
    expect(dynamic && (await blocks.fill(dynamic, STRANGER, {}))).toBe(
      '<p>out stranger at 7</p><b><p>in stranger at 7</p></b>',
    );
  });

  it('is left out when it fails, without affecting others', async () => {
    const broken = defineBlock({
      metadata: { name: 'acme/broken', title: 'Broken' },
      load: async () => {
        throw new Error('no luck');
      },
      render: () => 'never',
    });
    const { blocks } = await engine([broken, greeting().block]);
    const { dynamic } = await blocks.render('<!-- wp:acme/broken /--><!-- wp:acme/greeting /-->', { format: 'blocks' });
    expect(dynamic && (await blocks.fill(dynamic, STRANGER, {}))).toBe('<p>Hello stranger at 7</p>');
  });

  it('cannot end an attribute it is written into', async () => {
    const quoting = defineBlock({
      metadata: { name: 'acme/quoting', title: 'Quoting' },
      load: async (blocks) => blocks.map(() => null),
      render: () => '" onmouseover="alert(1)',
    });
    const { blocks } = await engine([quoting]);
    const { dynamic } = await blocks.render('<p title="a<!-- wp:acme/quoting /-->">b</p>', { format: 'blocks' });
    expect(dynamic && (await blocks.fill(dynamic, STRANGER, {}))).toBe('<p title="a">b</p>');
  });

  it('cannot be triggered by a comment of an author', async () => {
    const { block, asked: requests } = greeting();
    const { blocks } = await engine([block]);
    const { dynamic } = await blocks.render('<!--block:0--><p><!--block:0--></p><!-- wp:acme/greeting /-->', {
      format: 'blocks',
    });
    expect(dynamic && (await blocks.fill(dynamic, STRANGER, {}))).toBe('<p></p><p>Hello stranger at 7</p>');
    expect(requests).toEqual([1]);
  });
});

describe('block filters', () => {
  const PARAGRAPH = '<!-- wp:paragraph {"dropCap":true} --><p>a</p><!-- /wp:paragraph -->';
  const showFor = async (
    { blocks }: Awaited<ReturnType<typeof engine>>,
    document: string,
    reader: BlockReader = STRANGER,
  ): Promise<string> => (await blocks.renderFor(document, reader, { format: 'blocks' })).html;

  it('are reported only while a callback is registered', async () => {
    const found = await engine();
    expect(found.blocks.areFiltered()).toBe(false);
    const added = found.host.hooks.addFilter('render_block_core/quote', (html) => html);
    expect(found.blocks.areFiltered()).toBe(true);
    added.remove();
    expect(found.blocks.areFiltered()).toBe(false);
  });

  it('pre_render_block replaces a block, and its HTML is sanitized', async () => {
    const found = await engine();
    found.host.hooks.addFilter('pre_render_block', (html, { blockName }) =>
      blockName === 'core/quote' ? '<b onclick="x">b</b>' : html,
    );
    expect(await showFor(found, `<!-- wp:quote -->${PARAGRAPH}<!-- /wp:quote -->${PARAGRAPH}`)).toBe(
      '<b>b</b><p>a</p>',
    );
  });

  it('render_block_data changes a block before it is rendered', async () => {
    const found = await engine();
    found.host.hooks.addFilter('render_block_data', (block) => ({
      ...block,
      innerContent: ['<p>c</p>'],
      innerHTML: '<p>c</p>',
    }));
    expect(await showFor(found, PARAGRAPH)).toBe('<p>c</p>');
  });

  it('render_block_context changes the context of a block', async () => {
    const tab = defineBlock({
      metadata: { name: 'acme/tab', title: 'Tab', usesContext: ['acme/look'] },
      render: ({ context }) => `${context['acme/look']}`,
    });
    const found = await engine([tab]);
    found.host.hooks.addFilter('render_block_context', (context) => ({ ...context, 'acme/look': 'boxed' }));
    expect(await showFor(found, '<!-- wp:acme/tab /-->')).toBe('boxed');
  });

  it('render_block and its variant by name change the HTML and receive the reader', async () => {
    const found = await engine([greeting().block]);
    found.host.hooks.addFilter('render_block', async (html, { blockName }) => `${html}[${blockName}]`);
    found.host.hooks.addFilter(
      'render_block_acme/greeting',
      (html, _block, { user }) => `${html}${user === null ? '(nobody)' : ''}`,
    );
    expect(await showFor(found, `${PARAGRAPH}<!-- wp:acme/greeting /-->`)).toBe(
      '<p>a</p>[core/paragraph]<p>Hello stranger at 7</p>[acme/greeting](nobody)',
    );
  });

  it('affect only their own block when they fail', async () => {
    const found = await engine();
    found.host.hooks.addFilter('render_block_core/quote', () => Promise.reject(new Error('no luck')));
    expect(await showFor(found, `<!-- wp:quote --><p>q</p><!-- /wp:quote -->${PARAGRAPH}`)).toContain('<p>a</p>');
  });
});
