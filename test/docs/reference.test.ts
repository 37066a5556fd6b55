import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { definePlugin } from 'mortise';
import { affiliate, bank, knowledgeBase, watermark } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { blockReference, registeredBlocks } from '../../scripts/block-reference.mjs';
import { errorReference } from '../../scripts/error-reference.mjs';
import { hookReference } from '../../scripts/hook-reference.mjs';
import { restReference } from '../../scripts/rest-reference.mjs';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The members of every interface of that name in a file. */
function membersOf(file: string, name: string): string[] {
  const members: string[] = [];
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== name) return;
      for (const member of body.body) {
        if (member.type !== 'TSMethodSignature' && member.type !== 'TSPropertySignature') continue;
        if (member.key.type === 'Identifier') members.push(member.key.name);
        if (member.key.type === 'Literal') members.push(String(member.key.value));
      }
    },
  }).visit(parseSync(file, read(file), { lang: 'ts' }).program);
  return members;
}

describe('the reference', () => {
  it('of hooks is what `npm run docs` makes of the declarations and definitions', async () => {
    const host = await createTestHost({ plugins: [knowledgeBase(), watermark(), affiliate(), bank()] });
    const definitions = host.hooks.list().flatMap(({ definition }) => definition ?? []);
    await host.close();
    expect(definitions.length).toBeGreaterThan(15);
    expect(read('docs/hooks.md')).toBe(hookReference(definitions));
  });

  it('of routes is what `npm run docs` makes of their declarations', async () => {
    const host = await createTestHost({ plugins: [knowledgeBase(), watermark(), affiliate(), bank()] });
    const { data } = await host.request('GET', '/openapi.json');
    await host.close();
    expect(read('docs/rest.md')).toBe(restReference(data));
  });

  it('of errors is what `npm run docs` makes of the sources', () => {
    expect(read('docs/errors.md')).toBe(errorReference(fileURLToPath(new URL('../../src', import.meta.url))));
  });

  it('of blocks is what `npm run docs` makes of their metadata', async () => {
    const registered = await registeredBlocks({ definePlugin, knowledgeBase, createTestHost });
    expect(registered.length).toBeGreaterThan(20);
    expect(read('docs/blocks.md')).toBe(blockReference(registered));
  });

  it('has every option of createHost on the page about configuration', () => {
    const page = read('examples/demo-site/content/getting-started/configuration.md');
    const options = membersOf('src/core/host/host-options.ts', 'HostOptions');
    expect(options.length).toBeGreaterThan(15);
    expect(options.filter((option) => !page.includes(`\`${option}\``))).toEqual([]);
  });
});

describe('the guide', () => {
  it('is imported completely, and every link on it leads somewhere', async () => {
    const host = await createTestHost({ plugins: [knowledgeBase()] });
    try {
      const folder = fileURLToPath(new URL('../../examples/demo-site/content', import.meta.url));
      const report = await host.plugin('knowledge-base').importFolder(folder, { name: 'guide' });
      expect(report.problems).toEqual([]);
      expect(report.skipped).toEqual([]);
      expect(report.links.unresolved).toEqual([]);
      expect(report.links.brokenFragments).toEqual([]);
      expect(report.links.resolved).toBeGreaterThan(20);
    } finally {
      await host.close();
    }
  });
});
