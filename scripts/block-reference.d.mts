import type { definePlugin } from '../src/index.js';
import type { knowledgeBase } from '../src/plugins.js';
import type { createTestHost } from '../src/testing.js';

export function blockReference(registered: unknown): string;
export function registeredBlocks(api: {
  readonly definePlugin: typeof definePlugin;
  readonly knowledgeBase: typeof knowledgeBase;
  readonly createTestHost: typeof createTestHost;
}): Promise<readonly unknown[]>;
