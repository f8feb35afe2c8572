import { passed } from '../doctor/finding.ts';
import type { Surroundings } from '../doctor/terminal-checks.ts';
import { printable, words } from '../text/printable.ts';
import type { Edges } from './edges.ts';
import type { Session } from './session.ts';

/** What runs here, as a finding. */
export const program = ({ version, runtime }: Pick<Edges, 'version' | 'runtime'>) =>
  passed(words`program`, words`warren ${printable(version)} on ${printable(runtime)}`);

/** What the doctor looks at beside terminal and service, for a console. */
export const surroundingsOf = (edges: Edges, { drift }: Pick<Session, 'drift'>): Surroundings => ({
  env: edges.env,
  program: program(edges),
  async lookAtFiles() {
    const { lookAtFiles } = await import('./commands/doctor/look-at-files.ts');
    return lookAtFiles(edges);
  },
  drift: drift.entries,
});
