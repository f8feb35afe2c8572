import { expect, it } from 'vitest';
import type { SpecificationFile } from '../../../src/panes/guardian/specification-file.ts';
import { flagOf, uploadRequest } from '../../../src/panes/guardian/upload-request.ts';
import { checked, SHOP } from '../../support/guardian-samples.ts';

const FILE: SpecificationFile = {
  path: '/x/shop.yaml',
  content: SHOP,
  bytes: SHOP.length,
  sha256: '00',
  readAt: { wall: 0, elapsed: 0 },
  preflight: checked(SHOP),
};
const ZONE = { id: '7', name: 'shop.example' };

it('is what goes over the wire, to the byte', () => {
  const { method, path, bodyBytes, input } = uploadRequest(ZONE, FILE, 'no');
  expect(method).toBe('PATCH');
  expect(path).toEqual({ kind: 'path', path: '/shield/shield-zone/7/api-guardian/spec' });
  expect(bodyBytes).toBe(
    Buffer.byteLength(JSON.stringify({ content: SHOP, enforceAuthorizationValidation: false })),
  );
  expect(input).toEqual({
    shieldZoneId: '7',
    content: SHOP,
    enforceAuthorizationValidation: false,
  });
});

it('keep leaves the flag out of the body', () => {
  expect(flagOf('keep')).toBeUndefined();
  expect(uploadRequest(ZONE, FILE, 'keep').bodyBytes).toBe(
    Buffer.byteLength(JSON.stringify({ content: SHOP })),
  );
});

it.each(['..', '%2e%2e', 'a/b', 'a?b', '', '7\n'])('the zone id %j is part of no path', (id) => {
  const { path } = uploadRequest({ id, name: 'x' }, FILE, 'keep');
  expect(path.kind).toBe('fault');
});
