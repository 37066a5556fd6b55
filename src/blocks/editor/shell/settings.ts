import { getBlockTypes } from '@wordpress/blocks';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../strings/texts.js';

/** What of the look of letters and lines the packages could change. */
const TYPOGRAPHY = [
  ...['customFontSize', 'defaultFontSizes', 'dropCap', 'fitText', 'fontStyle', 'fontWeight', 'letterSpacing'],
  ...[
    'lineHeight',
    'textAlign',
    'textColumns',
    'textDecoration',
    'textIndent',
    'textShadow',
    'textTransform',
    'writingMode',
  ],
];

/**
 * What the packages ask for. Colours, type sizes, spacing and borders are the site's: the server knows none of these
 * supports, and a text that carries them would look different from its neighbours.
 */
export function editorSettings(
  { mayWriteHtml, stylesheets }: EditorConfig,
  canvas: string,
  text: Texts,
): Readonly<Record<string, unknown>> {
  const allowed = getBlockTypes().map(({ name }) => name);
  return {
    hasFixedToolbar: true,
    bodyPlaceholder: text('first-block'),
    allowedBlockTypes: mayWriteHtml ? true : allowed.filter((name) => name !== 'core/html'),
    alignWide: false,
    codeEditingEnabled: false,
    canLockBlocks: false,
    disableCustomColors: true,
    disableCustomGradients: true,
    disableCustomFontSizes: true,
    disableLayoutStyles: true,
    enableCustomLineHeight: false,
    enableCustomSpacing: false,
    enableCustomUnits: false,
    colors: [],
    gradients: [],
    fontSizes: [],
    __experimentalFeatures: {
      color: { background: false, text: false, link: false, heading: false, button: false, custom: false },
      typography: Object.fromEntries(TYPOGRAPHY.map((name) => [name, false])),
      spacing: { blockGap: null, margin: false, padding: false },
      border: { color: false, radius: false, style: false, width: false },
      dimensions: { aspectRatio: false, minHeight: false },
      shadow: { presets: { default: [] }, defaultPresets: false },
    },
    __unstableResolvedAssets: {
      styles: [...stylesheets, canvas].map((href) => `<link rel="stylesheet" href="${encodeURI(href)}">`).join(''),
      scripts: '',
    },
  };
}
