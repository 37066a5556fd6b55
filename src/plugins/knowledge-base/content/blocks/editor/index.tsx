/** Adds the knowledge base to the block editor. */
import { registerKbBlocks } from './blocks.js';
import { registerPanels } from './panels/register.js';

registerKbBlocks();
registerPanels();
