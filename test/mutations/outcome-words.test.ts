import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { outcomeWords, sightingWords, watchWords } from '../../src/mutations/outcome-words.ts';
import type { Change, ChangeState, Sighting, Watch } from '../../src/state/change.ts';

const AT = { wall: 0, elapsed: 0 };
const error = new ApiError({ kind: 'timeout', title: 'No answer in time \u001b[2J' });

const change = (state: ChangeState, watch: Watch | null = null): Change => ({
  attempt: 'a1',
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout' },
  what: '',
  request: {},
  begun: AT,
  state,
  unrecorded: null,
  watch,
});

const failed = (kind: 'refused' | 'not sent' | 'unknown'): ChangeState => ({
  kind,
  at: AT,
  error,
  requestId: null,
});
const deletedBefore: ChangeState = {
  kind: 'refused',
  at: AT,
  error,
  requestId: null,
  isDeletedBefore: true,
};
const accepted: ChangeState = { kind: 'accepted', at: AT, summary: null, requestId: null };

describe('the outcome in words', () => {
  it.each<[ChangeState, string, string]>([
    [{ kind: 'pending' }, 'SENT, NO ANSWER YET', 'cannot be cancelled'],
    // E8: a disk that does not answer.
    [{ kind: 'pending', isUnsent: true }, 'NOT SENT YET', 'written into the audit file first'],
    [accepted, 'MARKED FOR DELETION', 'answers 404 when it is done'],
    [failed('refused'), 'REFUSED', 'Rejected'],
    // D11: asked for again after it was accepted.
    [deletedBefore, 'ALREADY DELETED', 'no longer finds it (404)'],
    [failed('not sent'), 'NOT SENT', 'safe to retry'],
    [failed('unknown'), 'OUTCOME UNKNOWN', 'Do not repeat it'],
  ])('%o', (state, headline, next) => {
    const said = outcomeWords(change(state));
    expect(said.headline).toBe(headline);
    expect(said.next).toContain(next);
    expect(said.reason).not.toContain('\u001b');
  });

  it('says that there is nothing to delete if the application does not exist', () => {
    const error = new ApiError({ kind: 'not-found', title: 'Application not found' });
    const state: ChangeState = { kind: 'refused', at: AT, error, requestId: null };
    expect(outcomeWords(change(state)).next).toContain('there is nothing to delete');
  });

  it('never says of an accepted upload that the zone has it now: a later one may have replaced it', () => {
    const { next } = outcomeWords({ ...change(accepted), operation: 'guardian-upload' });
    expect(next).toBe('It became the zone’s specification; a later upload replaces it.');
  });

  it('never says deleted for a deletion that was only accepted', () => {
    const { headline, next } = outcomeWords(change(accepted));
    expect(`${headline} ${next}`.toLowerCase()).not.toMatch(/\bdeleted\b/);
  });
});

const there = (deleting: number): Sighting => ({
  kind: 'there',
  at: { wall: 9000, elapsed: 9000 },
  status: 'active',
  instances: 2,
  pods: 2,
  deleting,
});
const unanswered: Sighting = { kind: 'failed', at: { wall: 90_000, elapsed: 90_000 }, error };
const gone: Sighting = { kind: 'gone', at: { wall: 45_000, elapsed: 45_000 } };

describe('the state observed after a change', () => {
  it.each<[string, ChangeState, Watch, string | undefined]>([
    ['nothing yet', accepted, { kind: 'looking', sightings: [] }, undefined],
    ['its cleanup', accepted, { kind: 'looking', sightings: [there(1)] }, undefined],
    [
      'its end',
      accepted,
      { kind: 'ended', sightings: [there(1), gone] },
      'Deleted (404) 45 s after',
    ],
    ['no end', accepted, { kind: 'ended', sightings: [there(1)] }, 'takes longer'],
    [
      'the cleanup of an unknown one',
      failed('unknown'),
      { kind: 'looking', sightings: [there(1)] },
      'Pods are being deleted, by this or by a deploy: it may have been done.',
    ],
    [
      'the cleanup of an unknown one that does not end',
      failed('unknown'),
      { kind: 'ended', sightings: [there(1), there(0), unanswered] },
      'Still reported after 9 s, pods being deleted: look before repeating it.',
    ],
    [
      'no look that was answered',
      failed('unknown'),
      { kind: 'ended', sightings: [unanswered, unanswered] },
      'whether it is still there is not known',
    ],
    [
      'no look that was answered after an accepted one',
      accepted,
      { kind: 'ended', sightings: [unanswered] },
      'whether it is still there is not known',
    ],
    [
      'the end of an unknown one',
      failed('unknown'),
      { kind: 'ended', sightings: [gone] },
      'It was carried out',
    ],
    [
      'no sign of an unknown one',
      failed('unknown'),
      { kind: 'ended', sightings: [there(0)] },
      'seems not to have been done',
    ],
  ])('%s', (_, state, watch, words) => {
    const finding = watchWords(change(state, watch));
    if (words === undefined) expect(finding).toBeUndefined();
    else expect(finding).toContain(words);
  });

  it('one observation in words', () => {
    expect(sightingWords(there(1))).toBe('still reported: active, 2 pods, 1 being deleted');
    expect(sightingWords({ ...there(0), kind: 'there', status: null, pods: 1 } as Sighting)).toBe(
      'still reported: 1 pod',
    );
    expect(sightingWords(gone)).toBe('Deleted (404)');
    expect(sightingWords({ kind: 'failed', at: AT, error })).toContain('no answer to that');
  });
});
