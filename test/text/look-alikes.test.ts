import { describe, expect, it } from 'vitest';
import { lookAlikeWords, looksLikeAnother } from '../../src/text/look-alikes.ts';
import { hostileStrings } from '../support/hostile.ts';
import { leaks } from '../support/leaks.ts';

describe('a name that may be taken for another', () => {
  it.each([
    ['prod-paymеnts', 'contains Cyrillic е (U+0435)'],
    ['раypal', 'contains Cyrillic р (U+0440), Cyrillic а (U+0430)'],
    ['pаyments-οld', 'contains Cyrillic а (U+0430), Greek ο (U+03BF)'],
    ['сое', 'contains Cyrillic с (U+0441), Cyrillic о (U+043E), Cyrillic е (U+0435)'],
    [
      'сосуха-аре',
      'contains Cyrillic с (U+0441), Cyrillic о (U+043E), Cyrillic у (U+0443) and 4 more like these',
    ],
    [
      'ехот-shop',
      'contains Cyrillic е (U+0435), Cyrillic х (U+0445), Cyrillic о (U+043E) and 1 more like these',
    ],
    ['cafe\u0301', 'contains combining mark U+0301'],
    ['ba\u200bsket', 'contains invisible U+200B'],
    ['ba\u00a0sket', 'contains invisible U+00A0'],
    ['ｐrod', 'contains ｐ (U+FF50)'],
    ['𝐩rod', 'contains 𝐩 (U+1D429)'],
    ['prod‐eu', 'contains ‐ (U+2010)'],
    ['prod\u2024eu', 'contains ․ (U+2024)'],
    ['paymentѕ\u0301', 'contains Cyrillic ѕ (U+0455), combining mark U+0301'],
  ])('issue 15: %s', (name, sentence) => {
    expect(lookAlikeWords(name)).toBe(sentence);
  });
});

it.each([
  'checkout',
  'k3Jd82hQpLm0xYz',
  'naïve café',
  'Straße',
  'магазин',
  'Оплата заказов',
  'Ελληνικά',
  '決済 prod',
  'チェックアウト shop',
  '결제-api',
  'हिन्दी',
  'عربي',
  'עברית shop',
  'ภาษาไทย',
  'Shop – Berlin · 2',
  '🎉 launch',
  '',
])(
  'issue 15: a name in one script, or in scripts that nobody confuses, is not marked: %s',
  (name) => {
    expect(lookAlikeWords(name)).toBeUndefined();
    expect(looksLikeAnother(name)).toBe(false);
  },
);

it('is printable and short, whatever the name', () => {
  for (const name of hostileStrings(11).take(3000)) {
    const sentence = lookAlikeWords(`${name}е`) ?? '';
    expect(leaks(sentence)).toEqual([]);
    expect(sentence.length).toBeLessThan(120);
  }
});
