import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import type { Deletion, DeletionPlan, DeletionTarget } from '../../../src/mutations/deletion.ts';
import { deletionLines, planRow } from '../../../src/shell/overlays/deletion-lines.ts';
import { printable, words } from '../../../src/text/printable.ts';
import { width } from '../../../src/text/width.ts';
import { lineText } from '../../support/line-text.ts';

const TARGET: DeletionTarget = {
  id: 'k3Jd82hQpLm0xYz',
  name: 'checkout',
  host: words`api.example.net`,
  profile: words`prod`,
  isWatched: true,
};

const PLAN: DeletionPlan = {
  regions: ['DE', 'NY'],
  instances: 12,
  pods: 14,
  volumes: 120,
  monthlyCost: 214.5,
  deleting: 0,
  readAt: { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 },
};

const asking = (typed: string, part: Partial<DeletionTarget> = {}, plan = PLAN): Deletion => ({
  kind: 'asking',
  target: { ...TARGET, ...part },
  inputAt: 0,
  plan,
  earlier: null,
  typed,
  typedFrom: 0,
  note: words`a note`,
});

const drawn = (deletion: Deletion, columns = 100) =>
  deletionLines(deletion, undefined, { room: { columns, rows: 20 }, zone: 'utc' }).map((line) =>
    lineText(line).trimEnd(),
  );

describe('the dialog', () => {
  it('says what is deleted, where, what is lost and what stays', () => {
    expect(drawn(asking('k3J'))).toEqual([
      ' name    checkout',
      ' id      k3Jd82hQpLm0xYz',
      ' where   api.example.net · profile prod',
      ' Will be deleted, as of 14:02:05: 2 regions (DE, NY) · 12 instances · 14 pods · 120 GB of volumes ·',
      ' cost 214.50 a month',
      ' Not deleted: pull zones of its CDN endpoints (still billed)',
      ' Type the ID: k3J',
      '  Cancel  Enter, Esc    Ctrl-Y deletes after 5 s',
      ' a note',
    ]);
  });

  it('says what is unknown', () => {
    const plan = { ...PLAN, regions: null, pods: null };
    expect(drawn(asking('', {}, plan), 140).join('\n')).toContain(
      'an unknown number of regions · 12 instances · an unknown number of pods',
    );
    expect(planRow(plan)).toMatchObject({ regions: 'unknown', instances: '12', pods: 'unknown' });
  });

  it('fits the smallest screen, however many regions there are', () => {
    const plan = { ...PLAN, regions: Array.from({ length: 40 }, (_, at) => `R${at}`), deleting: 3 };
    const lines = deletionLines(asking('', {}, plan), undefined, {
      room: { columns: 60, rows: 20 },
      zone: 'utc',
    });
    expect(lines.length).toBeLessThanOrEqual(10);
    for (const line of lines) expect(width(printable(lineText(line)))).toBeLessThanOrEqual(60);
  });

  it('never cuts an id: one that is too long for a line wraps', () => {
    const id = 'Q'.repeat(200);
    const lines = drawn(asking('', { id }), 60);
    expect(lines.join('').match(/Q/g)).toHaveLength(id.length);
  });

  it('makes invisible characters of names and ids visible', () => {
    const [name, id] = drawn(asking('', { name: '\u202etuokcehc', id: 'a\u200bb' }));
    expect(name).toContain('<U+202E>tuokcehc');
    expect(id).toContain('a<U+200B>b');
  });

  it('says so if the overview names nothing', () => {
    const plan = { ...PLAN, regions: [], instances: null, volumes: null, monthlyCost: null };
    expect(drawn(asking('', {}, plan), 140)[3]).toContain(
      '0 regions · an unknown number of instances · 14 pods · – GB of volumes · cost – a month',
    );
  });

  it('distinguishes an application that is gone from one that cannot be read', () => {
    const unreadable = (kind: 'not-found' | 'service') =>
      drawn({
        kind: 'unreadable',
        target: TARGET,
        inputAt: 0,
        earlier: null,
        error: new ApiError({ kind, title: 'The reason' }),
      }).join('\n');
    expect(unreadable('not-found')).toContain('there is nothing to delete');
    expect(unreadable('service')).toContain('The reason');
    expect(unreadable('service')).toContain('Nothing was sent');
  });

  it('counts the seconds in which nothing is sent', () => {
    const lines = drawn({
      kind: 'counting',
      target: TARGET,
      inputAt: 0,
      plan: PLAN,
      earlier: null,
      endsAt: 5000,
      left: 3,
    });
    expect(lines.at(-1)).toContain('Deleting in 3 s…');
    expect(lines.at(-1)).toContain('Esc: nothing is sent');
  });
});

it('the deleted application is a row of a table, never cut', () => {
  expect(planRow(PLAN)).toMatchObject({ regions: '2 (DE, NY)', instances: '12', pods: '14' });
  const many = Array.from({ length: 40 }, (_, at) => `R${at}`);
  expect(planRow({ ...PLAN, regions: many, deleting: 3 })).toMatchObject({
    regions: '40',
    pods: '14, 3 being deleted',
  });
});
