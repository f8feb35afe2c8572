import { DETAIL, HOSTING, type Story } from '../story.ts';

const SHARED = { method: 'GET', ruleGroup: '', severity: 'WARNING', status: 'Blocked' } as const;

/**
 * Requests written for whoever reads the log in a terminal: colours, cleared screens, window titles,
 * C1 controls, reversed and invisible text.
 */
export const terminalTricks: Story = {
  name: 'terminal tricks',
  origins: HOSTING,
  subnets: 3,
  agents: [
    'Mozilla/5.0 \u001b[2J\u001b[H all systems normal',
    'curl/8.15.0 \u001b]0;nothing to see\u0007',
    'sql\u202Epam/1.0\u202C',
    'zgrab\u200B/0.x \u009b31m',
    'Mozilla/5.0\r\nX-Injected: yes',
  ],
  details: [
    '\u001b[31mred\u001b[0m',
    '\u001b[8mhidden',
    '\u202Egpj.exe',
    '\u0008\u0008\u0008safe',
    '\u2066x\u2069',
    '=cmd|calc!A1',
  ],
  sightings: [
    {
      ...SHARED,
      path: `/search?q=${DETAIL}`,
      ruleId: '920270',
      message: 'Invalid character in request (null character)',
      trigger: ['VBR', DETAIL],
    },
    {
      ...SHARED,
      path: `/assets/${DETAIL}/logo.svg`,
      ruleId: '920274',
      message: 'Invalid character in request headers (outside of very strict set)',
      trigger: ['VBR', 'User-Agent'],
    },
  ],
  weight: () => 0.12,
};
