import { describe, expect, it } from 'vitest';
import { secret, type VariableForm, variableForm } from '../../../src/panes/scripts/form.ts';
import { formLines } from '../../../src/panes/scripts/form-lines.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { width } from '../../../src/text/width.ts';
import { lineText } from '../../support/line-text.ts';

const FORM = variableForm({ id: '21357', name: 'geo\u202epricing' }, 0);

const drawn = (part: Partial<VariableForm>, columns = 60) =>
  formLines(
    { ...FORM, ...part },
    { host: words`api.example.net`, name: words`prod` },
    { columns, rows: 20 },
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
    );
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const line of lines.slice(2, 7))
      expect(width(printable(lineText(line)))).toBeLessThanOrEqual(60);
  });

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
