import { jsTester } from '@wordpress/block-serialization-spec-parser/shared-tests';
import { parseBlocks } from 'mortise/blocks';
import { afterAll, describe, expect, test, vi } from 'vitest';

// The suite that WordPress's parsers share takes its runner for granted.
for (const [name, value] of Object.entries({ describe, test, expect })) vi.stubGlobal(name, value);
afterAll(() => vi.unstubAllGlobals());

describe('the suite of @wordpress/block-serialization-spec-parser', jsTester(parseBlocks));
