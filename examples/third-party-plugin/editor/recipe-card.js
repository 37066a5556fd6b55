/**
 * Recipe card block for the editor. The browser loads this file directly: the editor page's import map resolves these
 * names, so the block shares React and the WordPress packages with everything else.
 */
import { InspectorControls, useBlockProps } from '@wordpress/block-editor';
import { PanelBody, SelectControl, ToggleControl } from '@wordpress/components';
import { createElement, Fragment, useEffect, useState } from '@wordpress/element';
import { createEditorTexts, registerBlock, ServerPreview, useEditedDocument } from 'mortise/editor';
import { metadata } from './metadata.js';

const text = createEditorTexts({
  en: {
    title: 'Recipe card',
    settings: 'Settings',
    recipe: 'Recipe',
    choose: 'Choose one',
    portions: 'Show servings',
    none: 'Choose a recipe in the settings of this block.',
  },
  de: {
    title: 'Rezeptkarte',
    settings: 'Einstellungen',
    recipe: 'Rezept',
    choose: 'Bitte wählen',
    portions: 'Portionen anzeigen',
    none: 'Wählen Sie in den Einstellungen dieses Blocks ein Rezept.',
  },
});

function RecipeCard({ attributes, setAttributes }) {
  const { client } = useEditedDocument();
  const [recipes, setRecipes] = useState([]);
  useEffect(() => {
    client.get('/acme/v1/recipes', { query: { per_page: 100 } }).then(setRecipes, () => setRecipes([]));
  }, [client]);
  const options = recipes.map(({ id, title }) => ({ value: String(id), label: title }));
  return createElement(
    Fragment,
    null,
    createElement(
      InspectorControls,
      null,
      createElement(
        PanelBody,
        { title: text('settings') },
        createElement(SelectControl, {
          label: text('recipe'),
          value: String(attributes.recipe),
          options: [{ value: '0', label: text('choose') }, ...options],
          onChange: (chosen) => setAttributes({ recipe: Number(chosen) }),
        }),
        createElement(ToggleControl, {
          label: text('portions'),
          checked: attributes.showPortions,
          onChange: (showPortions) => setAttributes({ showPortions }),
        }),
      ),
    ),
    createElement(
      'div',
      useBlockProps(),
      createElement(ServerPreview, { name: metadata.name, attributes, empty: text('none') }),
    ),
  );
}

const icon = createElement(
  'svg',
  { viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': true },
  createElement('path', { d: 'M4 11h16v2a7 7 0 0 1-7 7h-2a7 7 0 0 1-7-7zM8 4v4M12 3v5M16 4v4h1V4z' }),
);

registerBlock(metadata, { edit: RecipeCard, icon, title: text('title') });
