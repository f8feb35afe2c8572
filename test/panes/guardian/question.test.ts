import { expect, it } from 'vitest';
import { changesWords, questionLines } from '../../../src/panes/guardian/question.ts';
import type { SpecificationFile } from '../../../src/panes/guardian/specification-file.ts';
import type { Question } from '../../../src/panes/guardian/state.ts';
import { uploadRequest } from '../../../src/panes/guardian/upload-request.ts';
import { warningsOf } from '../../../src/panes/guardian/warnings.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { assessed } from '../../support/assessed.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import { linesText } from '../../support/line-text.ts';

const preflight = checked(WITHOUT_BASKET);
const FILE: SpecificationFile = {
  path: '/home/tester/shop.yaml',
  content: WITHOUT_BASKET,
  bytes: 2888,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: { wall: 0, elapsed: 0 },
  preflight,
};
const returned = { data: returnedFor(SHOP), at: FILE.readAt, doubtedAt: null };
const seen = [{ method: 'POST', path: '/api/v2/basket/items', count: 322 }];
const assessment = assessed(preflight, returned.data, seen);

const question = (path = FILE.path): Question => ({
  request: uploadRequest({ id: '7', name: 'shop.example' }, { ...FILE, path }, 'no'),
  warnings: warningsOf(preflight, assessment, returned),
  changes: changesWords(assessment),
  askedAt: 0,
});
const PROFILE = { name: words`prod`, host: words`api.example` };

it('shows all that is decided about, the way to cancel first', () => {
  expect(linesText(questionLines(question(), PROFILE, 80))).toEqual([
    ' Send this specification to shop.example?',
    '',
    ' zone          shop.example (7)',
    ' host          api.example · profile prod',
    ' file          /home/tester/shop.yaml',
    ' document      2,888 bytes · sha256 0123456789abcdef…',
    ' authorization no: requests without credentials pass',
    ' endpoints     1 removed, 0 changed, 0 added, 7 the same',
    '',
    ' ✖ 322 requests in the loaded events, for 1 endpoint that the file removes,',
    '   would be blocked: see Changes.',
    '',
    ' Enter cancels: nothing is sent    Ctrl-Y sends it, once',
  ]);
});

it('of a long path the end is shown: that is what tells files apart', () => {
  const lines = linesText(questionLines(question(`/${'d/'.repeat(60)}shop.yaml`), PROFILE, 60));
  expect(lines.find((line) => line.startsWith(' file'))).toMatch(/^ file +….*\/shop\.yaml$/);
});

it('what would move the cursor is shown', () => {
  const [head] = linesText(
    questionLines(
      {
        ...question(),
        request: uploadRequest({ id: '7', name: 'a\u001b[2Jb' }, FILE, 'keep'),
      },
      PROFILE,
      80,
    ),
  );
  expect(head).toBe(` Send this specification to ${printable('a\u001b[2Jb')}?`);
});

it('that nothing is known of the zone is said in so many words', () => {
  expect(changesWords(null)).toBe("not known: the zone's configuration cannot be read");
});
