import { type Finding, failed, passed } from '../../../doctor/finding.ts';
import { serviceChecks } from '../../../doctor/service-checks.ts';
import { type Printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import { type OpenFlags, withService } from '../../open-service.ts';
import { Refusal } from '../../refusal.ts';

/** Which service it is, whether it answers, and how its answers differ from the contract. */
export async function lookAtService(
  flags: OpenFlags,
  context: Context,
): Promise<readonly Finding[]> {
  const { edges, signal } = context;
  try {
    return await withService(flags, context, async ({ session, call, exchanges }) => {
      const { name, host, readOnly } = session.profile;
      const findings = [
        passed(words`service`, words`${name}, ${host}${readOnly ? words`, read-only` : words``}`),
      ];
      const checks = serviceChecks({
        call,
        workspace: session.workspace,
        exchanges: () => exchanges,
        drift: session.drift.entries,
        now: edges.clock.now,
      });
      for (const { what, look } of checks) {
        if (signal.aborted) break;
        context.words.progress(words`Asking: ${what}`);
        findings.push(...(await look(signal)));
      }
      return findings;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first = words`It cannot be used.`, ...more] = error.lines;
    return [failed(words`service`, first, more.join(' ') as Printable)];
  }
}
