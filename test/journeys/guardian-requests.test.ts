import { expect, it } from 'vitest';
import { KEYS } from '../support/console.ts';
import { guardianConsole, SHOP_FILE } from '../support/guardian-console.ts';
import { SHOP, WITHOUT_BASKET } from '../support/guardian-samples.ts';

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Guardian with the events of its zone loaded, after an upload of `content`. */
async function afterUploadOf(content: string) {
  const test = await guardianConsole({ pane: 'events' });
  await test.pass(5000);
  await test.press('5');
  test.files.contents.set(SHOP_FILE, content);
  await test.choose(SHOP_FILE);
  await test.upload();
  return {
    ...test,
    /** The question about `next`, in one line. */
    async asked(next: string): Promise<string> {
      test.files.contents.set(SHOP_FILE, next);
      await test.press('r');
      await test.settledText();
      await test.press('U');
      return inOneLine(await test.settledText());
    },
  };
}

it('a file that only adds an endpoint is not blamed for requests that match nothing now', async () => {
  const test = await afterUploadOf(WITHOUT_BASKET);
  const text = await test.asked(SHOP);
  expect(text).toContain('0 removed, 0 changed, 1 added, 7 the same');
  expect(text).toMatch(
    /· [\d,]+ of [\d,]+ requests in the loaded events \(\d+%\) match no endpoint of the file[^.]*\. They match none now either, and would be blocked, as now\./,
  );
  expect(text).not.toContain('✖');
});

it('requests for a removed endpoint are told once, and are part of the one total', async () => {
  const test = await afterUploadOf(SHOP);
  const text = await test.asked(WITHOUT_BASKET);
  const number = (found: RegExpExecArray | null, at: number) =>
    Number(found?.[at]?.replaceAll(',', ''));
  const lost = /✖ ([\d,]+) requests in the loaded events, for 1 endpoint/.exec(text);
  const all = /· ([\d,]+) of [\d,]+ requests .* ([\d,]+) of them match none now either/.exec(text);
  expect(number(lost, 1) + number(all, 2)).toBe(number(all, 1));
});

it('a request for a path that the file has with another method is not counted as fine', async () => {
  const test = await afterUploadOf(SHOP);
  const text = await test.asked(
    SHOP.replace('  /api/v2/basket/items:\n    post:', '  /api/v2/basket/items:\n    put:'),
  );
  expect(text).toContain('1 removed, 0 changed, 1 added, 7 the same');
  expect(text).toMatch(
    /✖ [\d,]+ requests in the loaded events, for 1 endpoint that the file removes/,
  );
  await test.press(KEYS.escape, KEYS.left, KEYS.enter);
  expect(inOneLine(await test.settledText())).toContain(
    'The path stays there under another method; whether such requests count as unmatched is not known.',
  );
});
