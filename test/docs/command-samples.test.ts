import { readFileSync } from 'node:fs';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { expect, it } from 'vitest';

const PAGE = new URL('../../examples/demo-site/content/knowledge-base/commands.md', import.meta.url);

/** Splits a line like a shell, limited to the syntax of the samples: single quotes, no variables. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}

it('runs all commands of the knowledge base guide in order', async () => {
  const samples = readFileSync(PAGE, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g);
  const lines = [...samples].flatMap(([, text = '']) => text.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(25);
  const host = await createTestHost({ plugins: [knowledgeBase()] });
  try {
    await host.users.create({ login: 'ada', email: 'ada@example.com', name: 'Ada', roles: ['author'] });
    for (const line of lines) {
      const [program, ...argv] = wordsOf(line);
      const { code, stderr } = await host.command(...argv);
      expect([program, code, stderr.match(/Error.*/)?.[0]], line).toEqual(['mortise', 0, undefined]);
    }
  } finally {
    await host.close();
  }
});
