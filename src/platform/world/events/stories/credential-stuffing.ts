import { ACCESS, DETAIL, recurs, type Story } from '../story.ts';

const PERIOD = 31;
const LENGTH = 11;

/** Whether the log-in form is being tried at a minute. The rate limits count it too. */
export const isStuffing = (minute: number, phase: number): boolean =>
  recurs(minute, { period: PERIOD, length: LENGTH, phase });

const SHARED = {
  method: 'POST',
  ruleGroup: '',
  severity: 'WARNING',
} as const;

/** Stolen passwords tried at the log-in form, from very many addresses. */
export const credentialStuffing: Story = {
  name: 'credential stuffing',
  origins: ACCESS,
  subnets: 250,
  agents: [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/102.0.5005.61 Safari/537.36',
    'okhttp/4.9.3',
    'Mozilla/5.0 (Windows NT 6.1; WOW64; rv:54.0) Gecko/20100101 Firefox/54.0',
  ],
  details: [
    'maria.k',
    'jan1984',
    'info',
    'thomas',
    'c.dupont',
    'kevin99',
    'lena',
    'admin',
    'r.singh',
    'paulo',
    'shop',
    'yuki',
  ],
  sightings: [
    {
      ...SHARED,
      path: '/login',
      ruleId: '100021',
      message: 'Rate limit exceeded: log-in attempts',
      status: 'Challenged',
      trigger: ['GT', '20 requests in 60 s'],
      body: `email=${DETAIL}%40mail.example&password=%2A%2A%2A%2A%2A%2A%2A%2A`,
    },
    {
      ...SHARED,
      path: '/api/v2/session',
      ruleId: '100022',
      message: 'Known leaked credentials',
      status: 'Blocked',
      trigger: ['PM', `${DETAIL}@mail.example`],
      body: `email=${DETAIL}%40mail.example&password=%2A%2A%2A%2A%2A%2A%2A%2A`,
    },
    {
      ...SHARED,
      path: '/account/reset-password',
      ruleId: '100021',
      message: 'Rate limit exceeded: log-in attempts',
      status: 'Logged',
      trigger: ['GT', '20 requests in 60 s'],
      body: `email=${DETAIL}%40mail.example`,
    },
  ],
  weight: (minute, phase) => (isStuffing(minute, phase) ? 9 : 0.2),
};
