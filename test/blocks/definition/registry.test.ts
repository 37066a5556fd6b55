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

describe('the blocks of a host', () => {
  it('are those of the core and of plugins, with whose they are', async () => {
    const { blocks } = await hostWith([note]);
    const owners = new Map(blocks.list().map(({ definition, owner }) => [definition.metadata.name, owner]));
    expect(owners.get('core/paragraph')).toBe('core');
    expect(owners.get('acme/note')).toBe('acme');
  });

  it('are rendered by what the plugin registered', async () => {
    const { blocks } = await hostWith([note]);
    expect((await blocks.render(DOCUMENT, { format: 'blocks' })).html).toBe(
      '<aside class="is-loud"><p>Hear</p></aside>',
    );
  });

  it('go with their plugin, and the revision tells', async () => {
    const { host, blocks } = await hostWith([note]);
    const before = blocks.revision();
    await host.lifecycle.deactivate('acme');
    expect(blocks.revision()).not.toBe(before);
    expect((await blocks.render(DOCUMENT, { format: 'blocks' })).html).toBe('<p>Hear</p>');
    expect(() => blocks.register(note)).toThrow(expect.objectContaining({ code: 'plugin_inactive' }));
  });

  it('have one owner for each name', async () => {
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
  ])('are refused with %s', async (_what, metadata) => {
    await expect(hostWith([defineBlock({ metadata })])).rejects.toMatchObject({ cause: { code: 'block_invalid' } });
  });
});
