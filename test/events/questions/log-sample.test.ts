import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLogSample } from '../../../src/events/questions/log-sample.ts';
import { logFields } from '../../../src/events/storage/log-fields.ts';
import { anyLog } from '../arbitrary-entries.ts';

const log = (headers: unknown) =>
  JSON.stringify({
    message: 'SQL',
    URL: 'https://a.example/?q=x',
    Headers: headers,
    TriggerMatch: { Key: 'RX', Value: 'x' },
  });

test('reads the matched text and its location, and whether the headers have a session', () => {
  const sample = { matched: 'x', url: 'https://a.example/?q=x', message: 'SQL' };
  const cookie = { Name: 'cookie', Value: 's=1' };
  expect(readLogSample(log([cookie]))).toEqual({ ...sample, hasSession: true });
  expect(readLogSample(log([{ name: 'Authorization', value: 'Bearer x' }]))).toMatchObject({
    hasSession: true,
  });
  expect(readLogSample(log([{ Name: 'Host', Value: 'a' }]))).toMatchObject({ hasSession: false });
  expect(readLogSample(log([]))).toMatchObject({ hasSession: false });
  expect(readLogSample(log(null))).toMatchObject({ hasSession: null });
});

test('of keys that differ in case, the one counts that host and path are read from', () => {
  const text = '{"url":"https://a.example/a","Url":"https://b.example/b","URL":3,"url":"c"}';
  for (const each of [text, text.replace(',"URL":3', '')]) {
    expect(readLogSample(each).url).toBe(logFields(each).url);
  }
  expect(readLogSample('{"url":"a","Url":"b"}').url).toBe('b');
});

test('any other text gives nothing and does not fail', () => {
  const nothing = { matched: null, url: null, message: null, hasSession: null };
  for (const text of [null, '', 'a line', '[1]', '"x"', '{"Url":3,"TriggerMatch":[]}']) {
    expect(readLogSample(text)).toEqual(nothing);
  }
  fc.assert(
    fc.property(anyLog, (text) => void readLogSample(text)),
    { numRuns: 50 },
  );
});
