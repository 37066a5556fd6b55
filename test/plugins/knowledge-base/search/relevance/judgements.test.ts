import { describe, expect, it } from 'vitest';
import {
  parseJudgements,
  parseQueries,
} from '../../../../../src/plugins/knowledge-base/domain/search/relevance/judgements.js';

describe('query files', () => {
  it('contain one JSON object per line, or id and text separated by a tab', () => {
    const text = '\ufeff{"id": "a", "text": " Reset password "}\r\n\n{"id": 2, "text": "vpn"}\n3\tprinter jam\n';
    expect([...parseQueries(text, 'q')]).toEqual([
      ['a', 'Reset password'],
      ['2', 'vpn'],
      ['3', 'printer jam'],
    ]);
  });

  it.each([
    '{"id": "1"}',
    '{"id": "1", "text": " "}',
    '{"text": "x"}',
    '{broken',
    'null',
    '1 no tab',
    '\ttext',
    '{"id":{},"text":"x"}',
  ])('are rejected for the line %j', (line) => {
    expect(() => parseQueries(`1\tfine\n${line}`, 'my-queries')).toThrow(
      expect.objectContaining({
        code: 'vendor_kb_judgements_invalid',
        message: expect.stringContaining('Line 2 of my-queries'),
      }),
    );
  });

  it('are rejected for a duplicate id', () => {
    expect(() => parseQueries('1\tone\n1\ttwo', 'q')).toThrow('the ID 1 is a duplicate');
  });
});

describe('judgement files', () => {
  it('contain one JSON object per line with an optional grade, or TREC columns', () => {
    const text = '{"q": "1", "d": "guides/vpn"}\n{"q": 1, "d": 7, "grade": 3}\n2 0 8 0\n2\t0\t9\t2\n';
    expect(parseJudgements(text, 'j')).toEqual([
      { query: '1', document: 'guides/vpn', grade: 1 },
      { query: '1', document: '7', grade: 3 },
      { query: '2', document: '8', grade: 0 },
      { query: '2', document: '9', grade: 2 },
    ]);
  });

  it.each(['{"q": "1"}', '{"q": "1", "d": 1, "grade": "good"}', '1 2', '1 0 2', '1 0 2 x', '[]'])(
    'are rejected for the line %j',
    (line) => {
      expect(() => parseJudgements(line, 'j')).toThrow(
        expect.objectContaining({
          code: 'vendor_kb_judgements_invalid',
          message: expect.stringContaining('Line 1 of j'),
        }),
      );
    },
  );
});
