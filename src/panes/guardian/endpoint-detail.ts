import type {
  GuardianEndpoint,
  ParameterGroups,
} from '../../contract/operations/guardian-upload.ts';
import { stamp, type Zone } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { fact, heading } from '../fact.ts';
import { schemeWords } from './auth-words.ts';
import { flagWord, rateLimitWords } from './endpoint-rows.ts';
import { yamlLines } from './yaml-lines.ts';

/** Where the values of facts begin. */
const NAMES = 16;

const flagFact = (name: Printable, flag: boolean | null): Line =>
  fact(name, [span(flagWord(flag), flag === true ? theme.good : theme.warn)], NAMES);

const stampOf = (iso: string | null, zone: Zone): Printable =>
  iso === null ? words`–` : stamp(Date.parse(iso), zone);

function authLines({ authSchemes, validateAuthorization }: GuardianEndpoint): readonly Line[] {
  if (!authSchemes?.length) return [[span(words` none: no credential is asked for`, theme.faint)]];
  const enforced: Line =
    validateAuthorization === true
      ? [span(words` enforced`, theme.good)]
      : [
          span(
            validateAuthorization === false
              ? words` not enforced: requests without credentials pass`
              : words` not told whether it is enforced`,
            theme.warn,
          ),
        ];
  return [enforced, ...authSchemes.map((scheme): Line => [span(words` ${schemeWords(scheme)}`)])];
}

const GROUPS = ['Path', 'Query', 'Header', 'Cookie'] as const;

/** The parameters by where they are sent; those looked at for injections carry a mark. */
function parameterLines(
  available: ParameterGroups | null,
  looked: ParameterGroups | null,
): readonly Line[] {
  const lines = GROUPS.flatMap((group): Line[] => {
    const names = available?.[group] ?? [];
    if (names.length === 0) return [];
    const inspected = new Set(looked?.[group]);
    const spans = names.map(
      (name): Span =>
        inspected.has(name)
          ? span(words`${printable(name ?? '?')}*  `, theme.special)
          : span(words`${printable(name ?? '?')}  `),
    );
    return [fact(words` ${printable(group)}`, spans, NAMES)];
  });
  return lines.length > 0 ? lines : [[span(words` none`, theme.faint)]];
}

function injectionLine({
  injectionDetectionParameters,
  detectParameterXss,
  detectParameterSqli,
}: GuardianEndpoint): Line {
  const looks = injectionDetectionParameters
    ? words`in the parameters with *`
    : words`no parameter is chosen`;
  return fact(
    words` injections`,
    [
      span(
        words`XSS ${flagWord(detectParameterXss)}, SQL ${flagWord(detectParameterSqli)}, ${looks}`,
      ),
    ],
    NAMES,
  );
}

const schemaLines = (title: Printable, yaml: string | null): readonly Line[] => [
  [],
  heading(title),
  ...(yaml === null ? [[span(words` none`, theme.faint)]] : yamlLines(yaml)),
];

/** Everything the service returned about one endpoint. */
export function endpointDetail(endpoint: GuardianEndpoint, zone: Zone): readonly Line[] {
  const { requestMethod, requestPath, apiGuardianEndpointId, responseBodySchemasYaml } = endpoint;
  return [
    [
      span(words`${printable(requestMethod ?? '?')} `, theme.accent),
      span(printable(requestPath ?? '?'), theme.strong),
    ],
    fact(words` id`, [span(printable(apiGuardianEndpointId ?? 'not told'))], NAMES),
    flagFact(words` enabled`, endpoint.isEnabled),
    fact(words` created`, [span(stampOf(endpoint.createdAt, zone))], NAMES),
    fact(words` updated`, [span(stampOf(endpoint.updatedAt, zone))], NAMES),
    fact(words` rate limit`, [span(rateLimitWords(endpoint))], NAMES),
    fact(
      words` validates`,
      [
        span(
          words`request ${flagWord(endpoint.validateRequestBodySchema)}, response ${flagWord(endpoint.validateResponseBodySchema)}`,
        ),
      ],
      NAMES,
    ),
    injectionLine(endpoint),
    [],
    heading(words`Authentication`),
    ...authLines(endpoint),
    [],
    heading(words`Parameters`),
    ...parameterLines(endpoint.availableParameters, endpoint.injectionDetectionParameters),
    ...schemaLines(words`Request body`, endpoint.requestBodySchemaYaml),
    ...Object.entries(responseBodySchemasYaml ?? {}).flatMap(([status, yaml]) =>
      schemaLines(words`Response ${printable(status)}`, yaml),
    ),
    ...(responseBodySchemasYaml === null
      ? [[], heading(words`Responses`), [span(words` none with a schema`, theme.faint)]]
      : []),
  ];
}
