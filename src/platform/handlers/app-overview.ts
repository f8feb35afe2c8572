import { type Dialect, encodeDate, encodeEnum, encodeJson } from '../wire/dialect.ts';
import { applicationProblem, jsonTextReply } from '../wire/reply.ts';
import { overviewOf } from '../world/applications/overview.ts';
import type { Handler } from './handler.ts';

/** Operation 4. */
export const appOverview: Handler = ({ path, now }, { world, storage, dialect }) => {
  const { appId = '' } = path;
  const application = world.applications.find(({ id }) => id === appId);
  const deletionRequestedAt = storage.deletionOf(appId);
  const isGone = deletionRequestedAt !== undefined && dialect['after-delete'] === 'gone-at-once';
  const overview =
    application &&
    !isGone &&
    overviewOf(application, { now, startedAt: world.startedAt, deletionRequestedAt });
  if (!overview) return applicationProblem(404, 'Application not found.', appId);
  const { status, ...fields } = overview;
  const hasOtherName = dialect['application-status-field'] === 'other-name';
  const sent = { [hasOtherName ? 'applicationStatus' : 'status']: status, ...fields };
  const change = (name: string, value: unknown, holder: unknown) =>
    // The contract states the casing of the application status.
    holder === sent && name === 'status' ? value : encodeField(name, value, dialect);
  return jsonTextReply(200, encodeJson(sent, dialect, change));
};

/** Encodes the fields that differ between dialects, except the application's own status. */
function encodeField(name: string, value: unknown, dialect: Dialect): unknown {
  switch (name) {
    case 'status':
      if (dialect['application-status-field'] === 'other-name') return undefined;
      return typeof value === 'string' ? encodeEnum(value, dialect) : value;
    case 'statusGrade':
      if (dialect['grade-scale'] === 'ungraded') return undefined;
      return typeof value === 'string' ? encodeEnum(value, dialect) : value;
    case 'lastHeartBeat':
      return typeof value === 'string' ? encodeDate(Date.parse(value), dialect) : value;
    case 'latencyChart':
    case 'outboundTrafficChart':
    case 'volumesUtilizationPercentage':
      return encodeChart(value, dialect);
    default:
      return value;
  }
}

function encodeChart(chart: unknown, dialect: Dialect): unknown {
  switch (dialect['overview-charts']) {
    case 'by-stamp':
      return chart;
    case 'null':
      return null;
    case 'other':
      // Column arrays, as in charts of other services.
      return {
        labels: { count: Object.keys(chart ?? {}).length },
        series: Object.values(chart ?? {}),
      };
  }
}
