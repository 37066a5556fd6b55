import { describe, expect, it } from 'vitest';
import { createFieldFinder, type Mt940Field } from '../../../../../src/plugins/bank/formats/mt940/fields.js';

function fields(text: string): Mt940Field[] {
  const finder = createFieldFinder();
  return [...text.split('\n').flatMap((line) => finder.push(line)), ...finder.end()];
}

const tags = (text: string): string[] => fields(text).map(({ tag }) => tag);

describe('MT940 fields', () => {
  it('start with a tag and continue up to the next', () =>
    expect(fields(':20:ONE\n:86:first\nsecond\n:62F:C240101EUR1,')).toEqual([
      { tag: '20', lines: ['ONE'], line: 1 },
      { tag: '86', lines: ['first', 'second'], line: 2 },
      { tag: '62F', lines: ['C240101EUR1,'], line: 4 },
    ]));

  it.each([
    ['ABNANL2A\n940\nABNANL2A\n:20:A'],
    ['0000 01INGBNL2AXXXX00001\n940 00\n:20:A'],
    ['{1:F01ASNBNL21XXXX0000000000}{2:O940ASNBNL21XXXXN}{3:}{4:\n:20:A'],
    ['{1:F01ASNBNL21XXXX0000000000}{4::20:A'],
    ['  :20:A'],
  ])('skip the headers that a bank writes in front of them', (text) =>
    expect(fields(text)).toMatchObject([{ tag: '20', lines: ['A'] }]),
  );

  it('end with the message', () => {
    expect(tags(':86:text\n-\nABNANL2A\n:20:B')).toEqual(['86', '', '20']);
    expect(tags(':86:text\n-}{5:}\n{1:F01}{4:\n:20:B')).toEqual(['86', '', '20']);
    expect(fields(':86:text\n-\nnot a part of it')[0]?.lines).toEqual(['text']);
  });

  it('do not start at a time in a text, or at a line of hyphens', () => {
    expect(fields(':86:until 13\n:12:11')).toEqual([{ tag: '86', lines: ['until 13', ':12:11'], line: 1 }]);
    expect(fields(':86:a\n---')[0]?.lines).toEqual(['a', '---']);
  });

  it('are cut at 200 lines, more than any bank writes', () =>
    expect(fields(`:86:${'x\n'.repeat(10_000)}`)[0]?.lines).toHaveLength(200));
});
