import { getBlockTypes } from '@wordpress/blocks';
import type { EditorConfig } from '../config.js';
import type { Texts } from '../texts/use-texts.js';

/**
 * Creates the settings of the packages. Colors, font sizes, spacing and borders belong to the site: the server knows
 * none of these supports, and a text with them would look out of place.
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
    __experimentalCanUserUseUnfilteredHTML: mayWriteHtml,
    alignWide: false,
    codeEditingEnabled: false,
    canLockBlocks: false,
    canEditCSS: false,
    disableCustomColors: true,
    disableCustomGradients: true,
    disableCustomFontSizes: true,
    disableLayoutStyles: true,
    enableCustomLineHeight: false,
    enableCustomSpacing: false,
    enableCustomUnits: ['%'],
    enableOpenverseMediaCategory: false,
    colors: [],
    gradients: [],
    fontSizes: [],
    __experimentalFeatures: FEATURES,
    __unstableResolvedAssets: {
      styles: [...stylesheets, canvas].map((href) => `<link rel="stylesheet" href="${encodeURI(href)}">`).join(''),
      scripts: '',
    },
  };
}

const NO_PALETTES = {
  palette: { default: [], theme: [] },
  gradients: { default: [], theme: [] },
  duotone: { default: [], theme: [] },
  defaultPalette: false,
  defaultGradients: false,
  defaultDuotone: false,
};

/** Style features of all blocks, by their names in themes. */
const FEATURES = {
  appearanceTools: false,
  background: { backgroundImage: false, backgroundSize: false, gradient: false },
  border: { color: false, radius: false, style: false, width: false },
  color: {
    ...NO_PALETTES,
    background: false,
    text: false,
    link: false,
    heading: false,
    button: false,
    caption: false,
    custom: false,
    customGradient: false,
    customDuotone: false,
  },
  dimensions: {
    aspectRatio: false,
    aspectRatios: { default: [], theme: [] },
    defaultAspectRatios: false,
    height: false,
    minHeight: false,
    minWidth: false,
    width: false,
  },
  layout: { allowEditing: false, allowCustomContentAndWideSize: false },
  lightbox: { allowEditing: false, enabled: false },
  position: { sticky: false, fixed: false },
  shadow: { presets: { default: [], theme: [] }, defaultPresets: false },
  spacing: {
    blockGap: null,
    margin: false,
    padding: false,
    units: ['%'],
    customSpacingSize: false,
    defaultSpacingSizes: false,
  },
  typography: {
    customFontSize: false,
    defaultFontSizes: false,
    fontSizes: { default: [], theme: [] },
    fontFamilies: { default: [], theme: [] },
    dropCap: false,
    fitText: false,
    fontStyle: false,
    fontWeight: false,
    letterSpacing: false,
    lineHeight: false,
    textAlign: true,
    textColumns: false,
    textDecoration: false,
    textIndent: false,
    textShadow: false,
    textTransform: false,
    writingMode: false,
  },
};
