import { describe, expect, test } from 'vitest';
import { first, pathOf, the, type Visit, visitPlatform } from '../visitor.ts';

const VARIABLE = { Name: 'OriginHost', Required: true, DefaultValue: 'a' };

function add({ ask, platform }: Visit, variable: unknown, contentType = 'application/json') {
  const { id } = first(platform.world.scripts);
  return ask('POST', pathOf('script-add-variable', { id }), {
    body: typeof variable === 'string' ? variable : JSON.stringify(variable),
    headers: { 'content-type': contentType },
  });
}

describe('operation 2', () => {
  test('returns the variable with its own id', async () => {
    await using visit = await visitPlatform();
    const one = await add(visit, VARIABLE);
    const other = await add(visit, { ...VARIABLE, Name: 'Other' });
    expect(one.status).toBe(200);
    expect(JSON.parse(one.text)).toEqual({ Id: expect.any(Number), ...VARIABLE });
    expect(JSON.parse(other.text).Id).not.toBe(JSON.parse(one.text).Id);
  });

  test('accepts a variable without a default value', async () => {
    await using visit = await visitPlatform();
    const answer = await add(visit, { Name: 'Bare', Required: false });
    expect(JSON.parse(answer.text)).toMatchObject({ Name: 'Bare', DefaultValue: null });
  });

  test('refuses an existing name in any casing', async () => {
    await using visit = await visitPlatform();
    await add(visit, VARIABLE);
    const present = first(first(visit.platform.world.scripts).variables).name;
    for (const Name of ['originhost', present.toUpperCase()]) {
      const answer = await add(visit, { ...VARIABLE, Name });
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({
        ErrorKey: 'edgeScript.variable_name_taken',
        Field: 'Name',
      });
    }
  });

  test('accepts 128 variables and no more', async () => {
    await using visit = await visitPlatform();
    const script = the(visit.platform.world.scripts, ({ variables }) => variables.length === 0);
    const path = pathOf('script-add-variable', { id: script.id });
    const statuses = [];
    for (let at = 0; at < 129; at += 1) {
      const body = JSON.stringify({ ...VARIABLE, Name: `v${at}` });
      statuses.push((await visit.ask('POST', path, { body })).status);
    }
    expect(statuses.slice(0, 128)).toEqual(new Array(128).fill(200));
    expect(statuses[128]).toBe(400);
  });

  test('refuses names that could not be stored as they are', async () => {
    await using visit = await visitPlatform();
    const answer = await add(visit, '{"Name":"a\\ud800","Required":true}');
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ Field: 'Name' });
  });

  test('does not know a script of another world', async () => {
    await using visit = await visitPlatform();
    const answer = await visit.ask('POST', pathOf('script-add-variable', { id: 1 }), {
      body: JSON.stringify(VARIABLE),
    });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ ErrorKey: 'edgeScript.not_found' });
  });

  test.each([
    { variable: { ...VARIABLE, Name: '' }, field: 'Name' },
    { variable: { ...VARIABLE, Name: 'x'.repeat(257) }, field: 'Name' },
    { variable: { ...VARIABLE, Name: 5 }, field: 'Name' },
    { variable: { Name: 'A', DefaultValue: 'a' }, field: 'Required' },
    { variable: { ...VARIABLE, Required: 'yes' }, field: 'Required' },
    { variable: { ...VARIABLE, DefaultValue: 5 }, field: 'DefaultValue' },
    { variable: { ...VARIABLE, DefaultValue: 'x'.repeat(4097) }, field: 'DefaultValue' },
    { variable: { ...VARIABLE, Secret: true }, field: 'Secret' },
    { variable: [VARIABLE], field: 'body' },
    { variable: '{"Name":', field: 'body' },
  ])('finds fault with $field', async ({ variable, field }) => {
    await using visit = await visitPlatform();
    const answer = await add(visit, variable);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ Field: field });
  });
});

test('by dialect, a success is 201 and a taken name 409', async () => {
  await using visit = await visitPlatform({
    dialect: { 'variable-success-status': '201', 'duplicate-variable': '409' },
  });
  expect((await add(visit, VARIABLE)).status).toBe(201);
  expect((await add(visit, VARIABLE)).status).toBe(409);
});
