import { keyFor } from '../../state/key-names.ts';
import { bytes, count } from '../../text/figures.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { between, gap, type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { fact, heading } from '../fact.ts';
import { authorizationLines, switched } from './authorization.ts';
import { outcomeLines } from './outcome.ts';
import { type Page, type PageFacts, sentences } from './page.ts';
import { fileOf, type ZoneWork } from './state.ts';
import { type Enforce, type UploadRequest, uploadRequest } from './upload-request.ts';
import { type Warning, warningsOf } from './warnings.ts';

const NAMES = 11;

/** The request word for word, but for the document itself. */
export function requestLines(request: UploadRequest, host: Printable): readonly Line[] {
  const { zone, file, enforce, method, path, bodyBytes } = request;
  const flag = { yes: words`true`, no: words`false`, keep: words`left out` }[enforce];
  const name = (text: Printable): Printable => words` ${text}`;
  return [
    [
      span(words` ${printable(method)} `, theme.accent),
      path.kind === 'path'
        ? span(printable(path.path), theme.strong)
        : span(words`cannot be written: ${path.reason}`, theme.bad),
    ],
    fact(name(words`host`), [span(host)], NAMES),
    fact(
      name(words`zone`),
      [span(printable(zone.name), theme.strong), span(words` ${printable(zone.id)}`)],
      NAMES,
    ),
    fact(name(words`file`), [span(printable(file.path))], NAMES),
    fact(
      name(words`content`),
      [span(words`${count(file.bytes)} bytes`), span(words` ${bytes(file.bytes)}`, theme.faint)],
      NAMES,
    ),
    fact(name(words`sha256`), [span(printable(file.sha256), theme.faint)], NAMES),
    fact(
      name(words`body`),
      [
        span(words`${count(bodyBytes)} bytes of JSON`),
        span(words`, enforceAuthorizationValidation ${flag}`),
      ],
      NAMES,
    ),
  ];
}

const titled = (title: Printable, key: Printable, does: Printable, columns: number): Line =>
  between(
    [gap(1), ...heading(title)],
    [span(key, theme.key), span(words` ${does} `, theme.faint)],
    columns,
  );

const warningLines = (warnings: readonly Warning[], columns: number): readonly Line[] =>
  warnings.flatMap(({ sign, sentence, style }) =>
    wrapLines(sentence, columns - 4).map(
      (text, at): Line => [gap(1), at === 0 ? sign : gap(1), span(words` ${text}`, style)],
    ),
  );

/** The request as it would be sent, what to know before, and what became of the last one. */
export function sendPage(work: ZoneWork, facts: PageFacts): Page {
  const file = fileOf(work);
  const { assessment, returned, comparison, enforce, sending } = work;
  const change =
    sending.kind === 'sent'
      ? facts.changes.find(({ attempt }) => attempt === sending.attempt)
      : undefined;
  const outcome = (columns: number) =>
    outcomeLines({ sending, change, comparison, zone: facts.stamps }, columns);
  if (!file) {
    return sentences(
      words`No specification is chosen: ${keyFor(facts.keyNames, 'guardian.choose', words`o`)} chooses one. The request is then shown here before anything is sent.`,
    );
  }
  const { preflight } = file;
  const declared = preflight.kind === 'read' ? preflight.endpoints : [];
  const changes = (each: Enforce) => switched(each, declared, returned?.data.endpoints ?? null);
  const request = uploadRequest(facts.zone, file, enforce);
  const warnings = warningsOf(preflight, assessment, returned);
  return {
    head: () => [],
    table: null,
    body: (columns) => [
      titled(words`Authorization`, words`a`, words`changes it`, columns),
      ...authorizationLines(
        enforce,
        { keep: changes('keep'), yes: changes('yes'), no: changes('no') },
        columns - 1,
      ),
      [],
      facts.readOnly
        ? [gap(1), ...heading(words`The request`)]
        : titled(words`The request`, words`U`, words`sends it, after a question`, columns),
      ...requestLines(request, facts.host),
    ],
    detail: (columns) => [
      ...(sending.kind === 'nothing'
        ? []
        : [[gap(1), ...heading(words`Last sent`)], ...outcome(columns), []]),
      [
        gap(1),
        ...heading(words`Before it is sent`),
        ...(facts.readOnly ? [span(words`  not from here: this is read-only`, theme.warn)] : []),
      ],
      ...(warnings.length > 0
        ? warningLines(warnings, columns)
        : [[span(words` Nothing speaks against it.`, theme.good)]]),
      [],
    ],
  };
}
