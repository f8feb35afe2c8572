import { describe, expect, it } from 'vitest';
import { secret, type VariableForm, variableForm } from '../../../src/panes/scripts/form.ts';
import { formField, formLines, summaryLines } from '../../../src/panes/scripts/form-lines.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { width } from '../../../src/text/width.ts';
import { theme } from '../../../src/ui/theme.ts';
import { lineText, styledText } from '../../support/line-text.ts';

const FORM = variableForm({ id: '21357', name: 'geo\u202epricing' }, 0);

const drawn = (part: Partial<VariableForm>, columns = 60) =>
  formLines(
    { ...FORM, ...part },
    { host: words`api.example.net`, name: words`prod` },
    { columns, rows: 20 },
    0,
  ).map(lineText);

describe('the form', () => {
  it('names script, host and profile', () => {
    expect(drawn({})[0]).toBe(
      ' Add a variable to ≈ geo<U+202E>pricing 21357 · api.example.net · profile prod',
    );
  });

  it('hides a value behind dots that do not tell its length', () => {
    expect(drawn({ value: secret('x') })).toEqual(drawn({ value: secret('another one') }));
    expect(drawn({ value: secret('another one') }).join()).not.toContain('another');
  });

  it('shows a value that is asked for, so much of it as there is room for', () => {
    expect(drawn({ value: secret('one\ntwo'), shown: true }).join('\n')).toContain('one␊two');
    const lines = formLines(
      { ...FORM, value: secret('w '.repeat(4000)), shown: true },
      { host: words`h`, name: words`p` },
      { columns: 60, rows: 20 },
      0,
    );
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const line of lines.slice(2, 7))
      expect(width(printable(lineText(line)))).toBeLessThanOrEqual(60);
  });

  /** The rows of the form with the cursor as `[x]`. */
  const typedInto = (part: Partial<VariableForm>, behind: number, columns = 60) =>
    formLines(
      { ...FORM, ...part },
      { host: words`h`, name: words`p` },
      { columns, rows: 20 },
      behind,
    ).map((line) =>
      'kind' in line
        ? ''
        : line.map(({ text, style }) => (style === theme.selected ? `[${text}]` : text)).join(''),
    );

  it.each([
    [0, '…KLMNOPQRSTUVWXYZ0123456789[ ]'],
    [3, '…KLMNOPQRSTUVWXYZ0123456[7]89'],
    [33, ' ABC[D]EFGHIJKLMNOP'],
  ])(
    'draws the cursor of a name that is longer than its line where it is, %i from its end',
    (behind, shown) => {
      const name = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
      const row = typedInto({ name }, behind, 48)[3] ?? '';
      expect(row).toContain(shown);
    },
  );

  it.each([
    [0, /9\[ \]$/],
    [1, /8\[9\]$/],
    [60, /9\[0\]1/],
    [119, /0\[1\]/],
    [120, /Default value +\[0\]/],
  ])(
    'draws the cursor of a value that is longer than its line where it is, %i from its end',
    (behind, shown) => {
      const value = secret(Array.from({ length: 120 }, (_, at) => String(at).at(-1)).join(''));
      const rows = typedInto({ focus: 'value', value, shown: true }, behind).slice(5, 8);
      expect(rows.filter((row) => row.includes('['))).toHaveLength(1);
      expect(rows.map((row) => row.trim()).join('')).toMatch(shown);
      for (const row of rows) expect(row.length).toBeLessThanOrEqual(60);
    },
  );

  // Assumption: variable-limits
  it('warns of a value about which the texts of the vendor disagree', () => {
    expect(drawn({ value: secret('x'.repeat(2048)) }).join()).not.toContain('vendor');
    expect(drawn({ value: secret('é'.repeat(1025)) }).join()).toContain(
      '2.0 KiB, 1,025 characters',
    );
  });

  it('keeps to the smallest screen, with a note', () => {
    const note = {
      tone: 'bad',
      text: words`REFUSED: a sentence that goes on and on and on, for longer than a line has room`,
    } as const;
    expect(drawn({ note, value: secret('x'.repeat(3000)) }).length).toBeLessThanOrEqual(10);
  });
});

describe('use 17: what would be sent', () => {
  const summed = (part: Partial<VariableForm>, rows: number, columns = 60) =>
    styledText(
      summaryLines(
        { ...FORM, ...part },
        { host: words`api.example.net`, name: words`prod` },
        [{ name: 'OriginUrl', sentence: words`This session added OriginUrl at 14:02:05` }],
        { columns, rows },
      ),
    ).join('\n');

  it('is said before it is sent: where, the name, how much of a value, and not the value', () => {
    const text = summed({ name: 'API_KEY', value: secret('hunter2 é') }, 40);
    expect(text).toMatch(/^request +POST \/compute\/script\/21357\/variables\/add$/m);
    expect(text).toMatch(/^name +API_KEY$/m);
    expect(text).toMatch(/^required +no$/m);
    expect(text).toMatch(/^value +9 characters, 10 bytes, masked$/m);
    expect(text).toMatch(/^replaces +Not known: no operation lists variables\./m);
    expect(text).not.toContain('hunter2');
  });

  it('tells that a pasted value has lines, whose ends a mask does not show', () => {
    const text = summed({ name: 'PEM', value: secret('one\ntwo\nthree') }, 40);
    expect(text).toMatch(/^value +13 characters in 3 lines, masked$/m);
  });

  it('tells of a name that this session added, whatever its case', () => {
    expect(summed({ name: 'originurl' }, 40, 120)).toMatch(
      /^replaces +This session added OriginUrl at 14:02:05: /m,
    );
  });

  it('fits beside form and note on the smallest screen', () => {
    const form = { name: 'API_KEY', value: secret('x'.repeat(3000)) };
    const above = drawn(form).length;
    const rows = 10 - above;
    expect(above + summed(form, rows).split('\n').length).toBeLessThanOrEqual(10);
    expect(summed(form, rows)).toContain('3,000 characters, masked');
  });
});

it('use 13: a name that code cannot read is told of while it is typed', () => {
  expect(drawn({ name: 'API KEY!' }, 100).join('\n')).toContain(
    '! The name has a blank, “!”: code reads names of letters, digits and _.',
  );
  expect(drawn({ name: '2FA' }).join('\n')).toContain('! The name begins with a digit');
  expect(drawn({ name: 'OriginUrl_2' }).join('\n')).not.toContain('The name');
});

it('the field that is typed into is the line of its name, below what is said of the script', () => {
  const field = formField({ ...FORM, focus: 'value', name: 'A' });
  expect(drawn({ focus: 'value', name: 'A' })[field?.at ?? -1]).toContain('Default value');
});
