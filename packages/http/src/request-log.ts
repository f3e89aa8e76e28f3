import type { ErrorCode } from '@cairn/contract/errors'
import type { OperationEvent } from './event.ts'
import type { Runtime } from './runtime.ts'

/**
 * One line a request, which is its log and its metrics at once: CloudWatch reads the figures from the embedded
 * metric format (`_aws`) without a call of ours. It names the operation, not the path, and holds nothing that a
 * client sent: no header, query, cookie or body.
 */
export function logRequest(
  { logger, configuration }: Runtime,
  event: OperationEvent,
  outcome: { status: number; code?: ErrorCode; milliseconds: number; error?: Error },
): void {
  const { status, code, milliseconds, error } = outcome
  const line = {
    requestId: event.requestContext.requestId,
    operation: event.operation?.id ?? 'unknown_route',
    method: event.requestContext.http.method,
    status,
    ...(code && { code }),
    ...(event.access && { userId: 'user' in event.access ? event.access.user.id : event.access.userId }),
    latency: Math.round(milliseconds * 10) / 10,
    ...(configuration.metrics && metrics(configuration.metricsNamespace, event.now, code)),
    ...(error && { error }),
  }
  if (status >= 500) logger.error('request failed', line)
  else logger.info('request', line)
}

/** The embedded metric format: which fields of the line are metrics, and by which fields they are told apart. */
function metrics(namespace: string, now: Date, code: ErrorCode | undefined) {
  return {
    requests: 1,
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: code ? [['operation'], ['operation', 'code']] : [['operation']],
          Metrics: [
            { Name: 'requests', Unit: 'Count' },
            { Name: 'latency', Unit: 'Milliseconds' },
          ],
        },
      ],
    },
  }
}
