import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { acceptsGzip, compressed } from '../../src/platform/compression.ts';
import { jsonReply } from '../../src/platform/reply.ts';

describe('an Accept-Encoding header', () => {
  test.each(['gzip', 'gzip, deflate, br', 'br;q=0.1,GZIP;q=0.5', 'br, gzip;q=0.001'])(
    'that says "%s" takes gzip',
    (accepted) => {
      expect(acceptsGzip(accepted)).toBe(true);
    },
  );

  test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000, br', 'x-gzip', 'gzipped'])(
    'that says "%s" does not',
    (accepted) => {
      expect(acceptsGzip(accepted)).toBe(false);
    },
  );
});

test('a long reply is compressed and says so, a short one is left alone', async () => {
  const long = jsonReply(200, { text: 'x'.repeat(2000) });
  const reply = await compressed(long);
  expect(reply.headers['content-encoding']).toBe('gzip');
  expect(reply.body.length).toBeLessThan(200);
  expect(gunzipSync(reply.body)).toEqual(long.body);
  const short = jsonReply(200, {});
  expect(await compressed(short)).toBe(short);
});
