import type { Story } from '../story.ts';
import { bots } from './bots.ts';
import { credentialStuffing } from './credential-stuffing.ts';
import { ordinaryVisitors } from './ordinary-visitors.ts';
import { scanners } from './scanners.ts';
import { sqlInjection } from './sql-injection.ts';
import { terminalTricks } from './terminal-tricks.ts';

/** Everything that goes on at the edge of the world. */
export const STORIES: readonly Story[] = [
  scanners,
  sqlInjection,
  credentialStuffing,
  bots,
  ordinaryVisitors,
  terminalTricks,
];
