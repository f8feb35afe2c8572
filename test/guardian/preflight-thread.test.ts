import { describe, expect, it } from 'vitest';
import { inlineSchema } from '../../src/guardian/inline-schema.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { CheckEnded, preflightInThread } from '../../src/guardian/preflight-thread.ts';
import { SHOP } from '../support/guardian-samples.ts';
import { nextThread } from '../support/next-thread.ts';

const SMALL = SHOP;
const LARGE = `${SMALL}${'# so many words\n'.repeat(20_000)}`;
/** A thread that never answers. */
const SILENT = 'setInterval(() => {}, 1000)';

describe('a large document', () => {
  it('gives the same result in a thread as directly', async () => {
    const told: number[] = [];
    const checked = await preflightInThread(LARGE, { progress: (read) => told.push(read) });
    const here = preflight(LARGE);
    if (checked.kind === 'unreadable' || here.kind === 'unreadable') throw new Error('unreadable');
    const { specification, placeOf, ...rest } = checked;
    const { specification: its, placeOf: itsPlaceOf, ...others } = here;
    expect(rest).toEqual(others);
    expect(specification.root).toEqual(its.root);
    expect(placeOf(100)).toEqual(itsPlaceOf(100));
    expect(told.at(-1)).toBe(1);
    // The endpoints still share values with the document, so that references lead to the same values.
    for (const endpoint of checked.endpoints) {
      for (const schema of endpoint.responseSchemas.values()) {
        expect(inlineSchema(specification, schema)).toBeDefined();
      }
    }
  });

  it('may also be unreadable in a thread', async () => {
    const broken = `${LARGE}a: b: c\n`;
    expect(await preflightInThread(broken)).toEqual(preflight(broken));
  });

  it('can be cancelled', async () => {
    const cancel = new AbortController();
    const checked = preflightInThread(LARGE, { signal: cancel.signal, source: SILENT });
    setTimeout(() => cancel.abort(new Error('enough')), 50);
    await expect(checked).rejects.toThrow('enough');
  });

  it('has a time limit', async () => {
    const checked = await preflightInThread(LARGE, { source: SILENT, longest: 50 });
    expect(checked.problems[0]?.sentence).toBe('Reading this takes longer than 0.05 s.');
  });

  it.each([
    ['throws', 'setTimeout(() => { throw new Error("bug") }, 20)', 'bug'],
    ['exits', 'setTimeout(() => process.exit(3), 20)', 'exit code 3'],
  ])('fails at once, with the reason, when the thread %s', async (_, source, reason) => {
    const checked = preflightInThread(LARGE, { source });
    await expect(checked).rejects.toThrow(CheckEnded);
    await expect(checked).rejects.toThrow(reason);
  });

  it('fails at once when the thread is ended from outside, and can be checked again', async () => {
    const checked = preflightInThread(LARGE);
    await (await nextThread()).terminate();
    await expect(checked).rejects.toThrow(CheckEnded);
    expect((await preflightInThread(LARGE)).kind).toBe('read');
  });

  it('fails with the reason when the system allows no thread', async () => {
    const source = new URL('https://nowhere.example/');
    await expect(preflightInThread(LARGE, { source })).rejects.toThrow(CheckEnded);
    expect((await preflightInThread(SMALL, { source })).kind).toBe('read');
  });
});
