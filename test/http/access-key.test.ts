import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import {
  bodyWithoutKey,
  headersWithoutKey,
  holdsKey,
  readAccessKey,
  withoutKey,
} from '../../src/http/access-key.ts';

describe('the access key', () => {
  it('may be provided synchronously or asynchronously', async () => {
    expect(await readAccessKey(() => 'abc-123')).toBe('abc-123');
    expect(await readAccessKey(async () => 'abc-123')).toBe('abc-123');
  });

  it.each([
    ['', 'There is no access key'],
    ['abc\r\nHost: evil', 'The access key holds characters that no header can carry'],
    ['abc def', 'The access key holds characters that no header can carry'],
    ['schlüssel', 'The access key holds characters that no header can carry'],
  ])('%j is refused without repeating it', async (key, title) => {
    await expect(readAccessKey(() => key)).rejects.toMatchObject({
      kind: 'bad-request',
      message: title,
    });
  });

  it('says why it could not be read', async () => {
    await expect(
      readAccessKey(() => Promise.reject(new Error('key file: permission denied'))),
    ).rejects.toMatchObject({ kind: 'bad-request', detail: 'key file: permission denied' });
  });

  it('passes on an ApiError of its provider', async () => {
    const error = new ApiError({ kind: 'aborted', title: 'The prompt was closed' });
    await expect(readAccessKey(() => Promise.reject(error))).rejects.toBe(error);
  });
});

describe('a text with the key', () => {
  it.each([
    ['search a+b/c=d0123', true],
    ['search a%2Bb%2fc%3Dd0123', true],
    ['https://shop.example/?key=%61%2b%62/c=d0123', true],
    ['search a%2Bb', false],
    ['100% of a+b', false],
    ['%', false],
  ])('%j: %s', (text, has) => {
    expect(holdsKey(text, 'a+b/c=d0123')).toBe(has);
  });

  it('is not searched for if it is so short that it may occur by chance', () => {
    expect(holdsKey('apps', 'app')).toBe(false);
  });
});

describe('masking the key', () => {
  it('replaces every occurrence', () => {
    expect(withoutKey('k=canary-123, again canary-123', 'canary-123')).toBe('k=‹key›, again ‹key›');
  });

  it('leaves texts alone if the key is so short that it may occur by chance', () => {
    expect(withoutKey('a1b2', '1')).toBe('a1b2');
    expect(withoutKey('k=1234567', '1234567')).toBe('k=1234567');
    expect(withoutKey('k=12345678', '12345678')).toBe('k=‹key›');
  });

  it('replaces every occurrence in headers, including repeated ones', () => {
    const headers = {
      location: '/?k=canary-123',
      'set-cookie': ['a=b', 'k=canary-123; k2=canary-123'],
      date: 'today',
    };
    expect(headersWithoutKey(headers, 'canary-123')).toEqual({
      location: '/?k=‹key›',
      'set-cookie': ['a=b', 'k=‹key›; k2=‹key›'],
      date: 'today',
    });
    const only = { 'set-cookie': ['a=b', 'k=canary-123'] };
    expect(headersWithoutKey(only, 'canary-123')).toEqual({ 'set-cookie': ['a=b', 'k=‹key›'] });
  });

  const key = 'Zx81+QlpMn/7tRw="\\Yk29';
  const inAddress = encodeURIComponent(key);
  const inJson = JSON.stringify({ key }).slice(8, -2);
  it.each([
    ['in an address', inAddress],
    ['in an address with small letters', inAddress.replace(/%../g, (code) => code.toLowerCase())],
    ['in an address within an address', encodeURIComponent(inAddress)],
    ['in JSON', inJson],
    ['in JSON that escapes signs', inJson.replace('+', '\\u002B').replace('/', '\\/')],
    ['in JSON within JSON', JSON.stringify(inJson.replace('+', '\\u002b')).slice(1, -1)],
  ])('knows it as it stands %s', (_, echo) => {
    expect(withoutKey(`bad key ${echo}!`, key)).toBe('bad key ‹key›!');
    const body = Buffer.from(`{"title":"bad key ${echo}!"}`);
    for (const filler of ['', ' '.repeat(100_000)]) {
      const masked = bodyWithoutKey(Buffer.concat([body, Buffer.from(filler)]), key).toString();
      expect(JSON.parse(masked)).toEqual({ title: 'bad key ‹key›!' });
    }
  });

  it('passes on a body without it, and keeps binary data in one with it', () => {
    const body = Buffer.from([0xff, 0x25, 0x5c, 0x80]);
    expect(bodyWithoutKey(body, key)).toBe(body);
    const masked = bodyWithoutKey(Buffer.concat([body, Buffer.from(key), body]), key);
    expect(masked).toEqual(Buffer.concat([body, Buffer.from('‹key›'), body]));
  });

  it('passes on headers without it', () => {
    const headers = { date: 'today', 'set-cookie': ['a=b'] };
    expect(headersWithoutKey(headers, 'canary-123')).toBe(headers);
  });
});
