import { expect, it } from 'vitest';
import { readRef } from '../../../../src/plugins/affiliate/links/ref-query.js';

it.each([
  ['eva', 'eva'],
  ['eva/', 'eva'],
  ['eva ', 'eva'],
  [' eva', 'eva'],
  ['eva?utm_source=mail', 'eva'],
  ['eva&amp;x=1', 'eva'],
  ['eva.', 'eva'],
  ['eva)', 'eva'],
  ['eva-2_b', 'eva-2_b'],
  ['/', ''],
  ['', ''],
])('reads the code of the shared link ?ref=%s as %s', (text, code) => {
  expect(readRef({ ref: text }, 'ref').code).toBe(code);
});

it.each([
  ['Black Friday', 'Black Friday'],
  [' mail ', 'mail'],
  ['<b>', ''],
  ['a'.repeat(65), ''],
])('reads the campaign %s as "%s"', (text, campaign) => {
  expect(readRef({ ref: 'eva', ref_campaign: text }, 'ref').campaign).toBe(campaign);
});
