import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { operatorOf } from '../../src/edges/operator.ts';

it('the user is who the system says, not who the environment says', () => {
  expect(operatorOf({ USER: 'somebody-else' }).user).toBe(userInfo().username);
});

it('the other end of an ssh session is named', () => {
  expect(operatorOf({ SSH_CLIENT: '192.0.2.7 50022 22' }).ssh).toBe('192.0.2.7 50022 22');
  expect(operatorOf({}).ssh).toBeNull();
});
