import { createHash } from 'node:crypto';
import {
  type AuthScheme,
  endpointShape,
  type GuardianEndpoint,
  type GuardianUploadAnswer,
  guardianUpload,
  responseShape,
} from '../../../contract/operations/guardian-upload.ts';
import {
  ENFORCEMENT_WORDS,
  enforcementOf,
  type ZoneSettings,
  zoneWarning,
} from '../../../guardian/enforcement.ts';
import type { Deviation } from '../../../guardian/predict.ts';
import type { Preflight } from '../../../guardian/preflight.ts';
import { EXIT, UserError } from '../../../session/errors.ts';
import { count, counted } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Action, Context } from '../../context.ts';
import { makeChange, nameOf, nothingSent, reportChange } from '../../make-change.ts';
import { displayValue, grid, type OutputColumn } from '../../output/grid.ts';
import { listUnder, wireDocument } from '../../output/json.ts';
import { facts, onlyTable, type Report, table } from '../../output/report.ts';
import { wideColumns, wideFacts } from '../../output/wide.ts';
import { readDocument } from '../../read-document.ts';
import { withService } from '../../service.ts';
import { checkDocument, MAX_DOCUMENT_BYTES, problemSummary, schemaSection } from './check.ts';

const schemeOf = ({ schemeName, schemeType, httpScheme }: AuthScheme): string =>
  [schemeName ?? schemeType, httpScheme].filter(Boolean).join(' ');

/** Whether the credential is enforced, which depends on more than the endpoint's own flag. */
function authorizationText(zone: ZoneSettings, endpoint: GuardianEndpoint): Printable {
  if (!endpoint.authSchemes?.length) return words`–`;
  const { outcome } = enforcementOf(zone, { kind: 'authorization', endpoint });
  return printable(ENFORCEMENT_WORDS[outcome]);
}

const columnsFor = (zone: ZoneSettings): readonly OutputColumn<GuardianEndpoint>[] => [
  { name: 'requestMethod', title: words`METHOD` },
  { name: 'requestPath', title: words`PATH`, shrinks: true },
  { name: 'isEnabled', title: words`ENABLED` },
  {
    name: 'validateAuthorization',
    title: words`AUTH`,
    text: (endpoint) => authorizationText(zone, endpoint),
  },
  {
    name: 'authSchemes',
    title: words`SCHEMES`,
    value: ({ authSchemes }) => authSchemes?.map(schemeOf).join(', ') ?? null,
  },
  { name: 'validateRequestBodySchema', title: words`REQUEST` },
  { name: 'validateResponseBodySchema', title: words`RESPONSE` },
  { name: 'rateLimitingEnabled', title: words`LIMITED` },
  { name: 'apiGuardianEndpointId', only: 'csv' },
];

export function uploadReport(answer: GuardianUploadAnswer): Report {
  const document = wireDocument(guardianUpload, answer);
  const { configuration, endpoints } = answer.data;
  const columns = columnsFor(configuration);
  const listed = grid(
    columns,
    endpoints,
    wideColumns(columns, endpointShape, (each) => each, SCHEMAS),
  );
  const warning = zoneWarning(configuration);
  const limit = (most: number | null) => (most === null ? words`unknown` : count(most));
  return {
    document,
    records: listUnder(document['data'], 'endpoints'),
    sections: [
      wideFacts(responseShape, answer, ['data.endpoints']),
      onlyTable(
        facts(
          [words`document`, displayValue(configuration.title)],
          [words`version`, displayValue(configuration.version)],
          [words`enabled`, displayValue(configuration.isEnabled)],
          [words`mode`, displayValue(configuration.executionMode)],
          [words`unmatched paths`, displayValue(configuration.unmatchedPathAction)],
          [
            words`endpoints`,
            words`${count(endpoints.length)} of at most ${limit(configuration.maxEndpoints)}`,
          ],
          [words`created`, displayValue(configuration.createdAt)],
          [words`updated`, displayValue(configuration.updatedAt)],
        ),
      ),
      ...(endpoints.length === 0 ? [] : [table(listed)]),
      schemaSection(() => endpoints),
    ],
    csv: listed,
    notes: warning === null ? [] : [printable(warning)],
  };
}

/** Shown below the table, because they span several lines. */
const SCHEMAS = ['requestBodySchemaYaml', 'responseBodySchemasYaml'];

const ENFORCE = { yes: true, no: false, keep: undefined } as const;

/**
 * Reports the problems of a document.
 *
 * @throws UserError when it must not be sent
 */
function assertValid(file: string, checked: Preflight, { messages }: Context): void {
  for (const { severity, line, column, sentence } of checked.problems.slice(0, MAX_PROBLEMS)) {
    messages.print(
      words`${printable(file)}:${line}:${column} ${printable(severity)}: ${printable(sentence)}`,
    );
  }
  if (checked.problemCounts.error === 0) return;
  throw new UserError([
    words`The document has ${problemSummary(checked)}. Nothing was sent; --unchecked sends it anyway.`,
    words`warren guardian check shows everything that is wrong with it.`,
  ]);
}

const MAX_PROBLEMS = 10;

const MAX_DIFFERENCES = 20;

/**
 * How the stored document differs from the one that was sent, with advice. Empty if they match, or if the document
 * could not be parsed here.
 *
 * @param enforce the authorization setting in the request; undefined if none
 */
async function storedOtherwise(
  checked: Preflight,
  enforce: boolean | undefined,
  { data }: GuardianUploadAnswer,
): Promise<readonly Printable[]> {
  if (checked.kind === 'unreadable') return [];
  const { comparePrediction, predict } = await import('../../../guardian/predict.ts');
  // The previous state of the zone is unknown, so whatever depends on it is not compared.
  const prediction = predict(checked, null, enforce);
  const steps = comparePrediction(prediction, data);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const deviations = step.value;
  if (deviations.length === 0) return [];
  const { differing = [], uncompared = [] } = Object.groupBy(deviations, ({ isUncompared }) =>
    isUncompared ? 'uncompared' : 'differing',
  );
  return [
    ...placesUnder(words`What is stored differs from the document in`, differing),
    ...placesUnder(words`What is stored could not be compared with the document in`, uncompared),
    words`Look at these endpoints in the dashboard before you rely on them; the document can be uploaded again.`,
  ];
}

/** Lists where deviations occur, under a common heading. */
function placesUnder(what: Printable, deviations: readonly Deviation[]): readonly Printable[] {
  if (deviations.length === 0) return [];
  const listed = deviations.slice(0, MAX_DIFFERENCES).map(({ endpoint, sentence }) => {
    const place = endpoint ? `${endpoint.method} ${endpoint.path}: ` : '';
    return words`  ${printable(place)}${printable(sentence)}`;
  });
  const rest = deviations.length - listed.length;
  return [
    words`${what} ${counted(deviations.length, words`place`)}:`,
    ...listed,
    ...(rest === 0 ? [] : [words`  and ${count(rest)} more`]),
  ];
}

export const guardianUploadCommand: Action<'guardian upload'> = async (
  { arguments: { ZONE, FILE }, options },
  context,
) => {
  const content = await readDocument(FILE, context, MAX_DOCUMENT_BYTES).catch(nothingSent);
  const checked = await checkDocument(FILE, content, context);
  if (!options.unchecked) assertValid(FILE, checked, context);
  return withService(options, context, async (service) => {
    context.messages.progress(words`Uploading ${count(content.length)} characters`);
    const enforceAuthorizationValidation = ENFORCE[options['enforce-authorization'] ?? 'keep'];
    const answer = await makeChange(
      {
        operation: guardianUpload,
        input: { shieldZoneId: ZONE, content, enforceAuthorizationValidation },
        subject: { kind: 'zone', id: ZONE, name: nameOf(service, 'shieldZones', ZONE) },
        recorded: {
          file: FILE,
          bytes: Buffer.byteLength(content),
          sha256: createHash('sha256').update(content).digest('hex'),
          enforceAuthorizationValidation: enforceAuthorizationValidation ?? null,
        },
      },
      service,
      context,
    );
    const sentence = words`The specification of zone ${printable(ZONE)} was accepted.`;
    const differences = await storedOtherwise(checked, enforceAuthorizationValidation, answer);
    const report = uploadReport(answer);
    await reportChange(
      { ...report, notes: [...(report.notes ?? []), ...differences] },
      { flags: options, sentence },
      context,
    );
    return differences.length === 0 ? EXIT.done : EXIT.unexpected;
  });
};
