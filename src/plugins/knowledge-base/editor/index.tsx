/** The knowledge base in the editor of blocks. */
import { registerKbBlocks } from './blocks.js';
import { registerPanels } from './panels/register.js';

registerKbBlocks();
registerPanels();
