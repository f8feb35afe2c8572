import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { PromptField } from '../../src/ui/field.tsx';
import { consoleUnderTest } from '../support/console.ts';
import { drawn } from '../support/drawn.ts';

const accepted = () => {};

it('a label, a gap and what was typed stand on one line', () => {
  const prompt = { label: words`/`, value: 'basket', accepted };
  expect(
    drawn(<PromptField prompt={prompt} behind={0} room={{ columns: 40, rows: 1 }} />, 40),
  ).toEqual(['/ basket']);
});

it('an empty field shows what it is for', () => {
  const prompt = { label: words`Search`, value: '', placeholder: words`a name`, accepted };
  expect(
    drawn(<PromptField prompt={prompt} behind={0} room={{ columns: 40, rows: 1 }} />, 40),
  ).toEqual(['Search a name']);
});

it('text longer than the line stays on it', () => {
  const prompt = { label: words`/`, value: 'x'.repeat(100), accepted };
  expect(
    drawn(<PromptField prompt={prompt} behind={0} room={{ columns: 40, rows: 1 }} />, 40),
  ).toHaveLength(1);
});

it('the first letter is typed even when it comes with the key that opens the prompt', async () => {
  const test = await consoleUnderTest();
  await test.press('/checkout');
  expect((await test.screen()).at(-2)).toBe('/ checkout');
});
