import { expect, it } from 'vitest';
import { SECTIONS, sectionBeside, sectionStrip } from '../../../src/panes/guardian/sections.ts';
import { words } from '../../../src/text/printable.ts';
import { theme } from '../../../src/ui/theme.ts';
import { styledText } from '../../support/line-text.ts';

it('the strip names the sections, with what each has to say', () => {
  const marks = { check: { text: words`✖ 2`, style: theme.bad } };
  expect(styledText([sectionStrip('send', marks, 80)])).toEqual([
    '  Check ✖ 2   Changes   Send   Endpoints   Compared   ← →',
  ]);
});

it('the sections go round', () => {
  expect(SECTIONS.map((id) => sectionBeside(id, 1))).toEqual([...SECTIONS.slice(1), SECTIONS[0]]);
  expect(SECTIONS.map((id) => sectionBeside(sectionBeside(id, 1), -1))).toEqual(SECTIONS);
});
