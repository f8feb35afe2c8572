import type { DriftEntry } from '../../../contract/drift.ts';
import type { Exchange } from '../../../contract/exchange.ts';
import { appOverview } from '../../../contract/operations/app-overview.ts';
import { dnsScan } from '../../../contract/operations/dns-scan.ts';
import { eventLogs } from '../../../contract/operations/event-logs.ts';
import { rateLimitMetrics } from '../../../contract/operations/rate-limit-metrics.ts';
import { search } from '../../../contract/operations/search.ts';
import { duration, usDay, utcDay } from '../../../text/moments.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import { failureLines } from '../../failure-words.ts';
import { type OpenFlags, type Service, withService } from '../../open-service.ts';
import { OperationFailed, Refusal } from '../../refusal.ts';
import { type Finding, failed, noted, passed, skipped } from './finding.ts';

/** One read to try: undefined when the workspace names nothing to read. */
interface Trial {
  readonly what: Printable;
  readonly lacks: Printable;
  readonly ask: (() => Promise<unknown>) | undefined;
}

function trials({ ask, session }: Service, now: number): readonly Trial[] {
  const { apps, shieldZones, dnsZones, rateLimits } = session.workspace;
  const [app] = apps;
  const [shieldZone] = shieldZones;
  const [dnsZone] = dnsZones;
  const [rateLimit] = rateLimits;
  const date = usDay(utcDay(now));
  return [
    {
      what: words`search`,
      lacks: words``,
      ask: () => ask(search, { search: 'warren', size: 1 }),
    },
    {
      what: words`application overview`,
      lacks: words`no application`,
      ask: app && (() => ask(appOverview, { appId: app.id })),
    },
    {
      what: words`DNS scan`,
      lacks: words`no DNS zone`,
      ask: dnsZone && (() => ask(dnsScan, { zoneId: dnsZone.id })),
    },
    {
      what: words`rate limit`,
      lacks: words`no rate limit`,
      ask: rateLimit && (() => ask(rateLimitMetrics, { id: rateLimit.id })),
    },
    {
      what: words`event log`,
      lacks: words`no shield zone`,
      ask: shieldZone && (() => ask(eventLogs, { shieldZoneId: shieldZone.id, date })),
    },
  ];
}

async function tried(
  { what, lacks, ask }: Trial,
  exchanges: readonly Exchange[],
): Promise<Finding> {
  if (!ask) return skipped(what, words`The workspace has ${lacks}.`);
  try {
    await ask();
    const outcome = exchanges.at(-1)?.outcome;
    const facts = outcome?.kind === 'answered' ? outcome : null;
    return passed(
      what,
      facts ? words`${facts.status} in ${Math.round(facts.ms)} ms` : words`answered`,
    );
  } catch (error) {
    if (!(error instanceof OperationFailed)) throw error;
    const [first = words`It failed.`, ...more] = failureLines(error);
    return failed(what, first, more.map((line) => line.trim()).join('; ') as Printable);
  }
}

/** The service and we may differ by this much, milliseconds, without anybody noticing. */
const HARMLESS_SKEW = 30_000;
/** The service tells whole seconds, and the answer was on its way for a while. */
const RESOLUTION = 2000;

function clockOf(exchanges: readonly Exchange[]): Finding {
  const what = words`clock`;
  const skews = exchanges.flatMap(({ outcome }) =>
    outcome.kind === 'answered' && outcome.skewMs !== null ? [outcome.skewMs] : [],
  );
  const [skew] = skews.sort((a, b) => Math.abs(a) - Math.abs(b));
  if (skew === undefined) return skipped(what, words`The service did not tell the time.`);
  if (Math.abs(skew) < RESOLUTION) return passed(what, words`the same as the service's`);
  const apart = words`${duration(Math.abs(skew))} ${skew > 0 ? words`behind` : words`ahead of`} the service`;
  if (Math.abs(skew) <= HARMLESS_SKEW) return passed(what, apart);
  return failed(
    what,
    apart,
    words`Set this machine's clock: days of the event log are counted by it.`,
  );
}

/** So many differences are listed each for itself. */
const MOST_DRIFT = 10;

function driftOf(entries: readonly DriftEntry[]): readonly Finding[] {
  const what = words`answers`;
  if (entries.length === 0) return [passed(what, words`All of them fit the contract.`)];
  const listed = entries
    .slice(0, MOST_DRIFT)
    .map(({ kind, path, count, sample }) =>
      noted(
        what,
        words`${printable(kind)} ${printable(path)} (${count} times, as ${printable(sample)})`,
      ),
    );
  const more = entries.length - listed.length;
  return more > 0 ? [...listed, noted(what, words`${more} more differences`)] : listed;
}

/** Which service it is, whether it answers, and how its answers differ from the contract. */
export async function lookAtService(
  flags: OpenFlags,
  context: Context,
): Promise<readonly Finding[]> {
  try {
    return await withService(flags, context, async (service) => {
      const { session, exchanges } = service;
      const { name, host, readOnly } = session.profile;
      const findings = [
        passed(words`service`, words`${name}, ${host}${readOnly ? words`, read-only` : words``}`),
      ];
      for (const trial of trials(service, context.edges.clock.now())) {
        context.words.progress(words`Asking: ${trial.what}`);
        findings.push(await tried(trial, exchanges));
      }
      return [
        ...findings,
        skipped(words`changes`, words`Operations that change something are not tried.`),
        clockOf(exchanges),
        ...driftOf(session.drift.entries()),
      ];
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first = words`It cannot be used.`, ...more] = error.lines;
    return [failed(words`service`, first, more.join(' ') as Printable)];
  }
}
