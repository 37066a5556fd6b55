import { jsTester } from '@wordpress/block-serialization-spec-parser/shared-tests';
import { parseBlocks } from 'mortise/blocks';
import { afterAll, describe, expect, test, vi } from 'vitest';

// The suite shared by WordPress's parsers expects its test runner as globals.
for (const [name, value] of Object.entries({ describe, test, expect })) vi.stubGlobal(name, value);
afterAll(() => vi.unstubAllGlobals());

describe('shared tests of @wordpress/block-serialization-spec-parser', jsTester(parseBlocks));
