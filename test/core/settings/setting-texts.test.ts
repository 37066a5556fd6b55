import { expect, it } from 'vitest';
import { createSettingTexts } from '../../../src/core/settings/setting-texts.js';
import { localText } from '../../../src/core/templates/strings.js';

it('settings use the language of the reader', () => {
  const { message: label, field } = createSettingTexts({
    en: { 'settings.title': 'Kitchen', 'settings.heat': 'Heat', 'settings.heat-hint': 'In degrees.' },
    de: { 'settings.heat': 'Hitze', 'settings.heat-hint': 'In Grad.' },
  });
  const { title, description } = field('heat');
  expect([localText(title, 'de'), localText(description, 'de')]).toEqual(['Hitze', 'In Grad.']);
  expect([localText(title, 'fr'), localText(label('title'), 'de')]).toEqual(['Heat', 'Kitchen']);
});
