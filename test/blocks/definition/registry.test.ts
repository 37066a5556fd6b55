import { defineBlock } from 'mortise/blocks';
import { afterEach, describe, expect, it } from 'vitest';
import { hostWithBlocks } from '../testing-blocks.js';

const note = defineBlock({
  metadata: { name: 'acme/note', title: 'Note', attributes: { tone: { type: 'string', default: 'calm' } } },
  render: ({ attributes, content }) => `<aside class="is-${attributes.tone}">${content}</aside>`,
});

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function hostWith(...args: Parameters<typeof hostWithBlocks>) {
  const found = await hostWithBlocks(...args);
  close = found.host.close;
  return found;
}

const DOCUMENT = '<!-- wp:acme/note {"tone":"loud"} --><p>Hear</p><!-- /wp:acme/note -->';

describe('block registry', () => {
  it('lists core and plugin blocks with their owners', async () => {
    const { blocks } = await hostWith([note]);
    const owners = new Map(blocks.list().map(({ definition, owner }) => [definition.metadata.name, owner]));
    expect(owners.get('core/paragraph')).toBe('core');
    expect(owners.get('acme/note')).toBe('acme');
  });

  it('renders blocks as their plugin registered them', async () => {
    const { blocks } = await hostWith([note]);
    expect((await blocks.render(DOCUMENT, { format: 'blocks' })).html).toBe(
      '<aside class="is-loud"><p>Hear</p></aside>',
    );
  });

  it('drops the blocks of a deactivated plugin and changes its revision', async () => {
    const { host, blocks } = await hostWith([note]);
    const before = blocks.revision();
    await host.lifecycle.deactivate('acme');
    expect(blocks.revision()).not.toBe(before);
    expect((await blocks.render(DOCUMENT, { format: 'blocks' })).html).toBe('<p>Hear</p>');
    expect(() => blocks.register(note)).toThrow(expect.objectContaining({ code: 'plugin_inactive' }));
  });

  it('rejects a second block with the same name', async () => {
    await expect(hostWith([note, note])).rejects.toMatchObject({ cause: { code: 'block_conflict' } });
  });

  it.each([
    ['a name without a namespace', { name: 'note/' as const, title: 'Note' }],
    ['no title', { name: 'acme/note' as const, title: ' ' }],
    [
      'a default that its own schema refuses',
      {
        name: 'acme/note' as const,
        title: 'Note',
        attributes: { count: { type: 'integer', default: 'three' } },
      } as const,
    ],
    [
      'a context from an attribute that it does not have',
      { name: 'acme/note' as const, title: 'Note', providesContext: { 'acme/tone': 'tone' } },
    ],
  ])('rejects a block with %s', async (_what, metadata) => {
    await expect(hostWith([defineBlock({ metadata })])).rejects.toMatchObject({ cause: { code: 'block_invalid' } });
  });
});
