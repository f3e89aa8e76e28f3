import type { ErrorCode } from '@cairn/contract/errors/errors'
import type { PublicConfiguration } from '../configuration/configuration.ts'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { OperationEvent } from '../pipeline/event.ts'

/**
 * Writes one line per request, for the log and the metrics: CloudWatch reads the figures from the embedded metric format
 * (`_aws`). The line names the operation, not the path, and contains nothing that a client sent: no header, query, cookie
 * or body.
 */
export function logRequest(
  { logger, configuration }: PublicRuntime,
  event: OperationEvent,
  outcome: { status: number; code?: ErrorCode; milliseconds: number; error?: Error },
): void {
  const { status, code, milliseconds, error } = outcome
  const line = {
    requestId: event.requestContext.requestId,
    ...edgeRequest(configuration, event),
    operation: event.operation?.id ?? 'unknown_route',
    ...(event.tool && { tool: event.tool }),
    method: event.requestContext.http.method,
    status,
    ...(code && { code }),
    ...(event.access && { userId: 'user' in event.access ? event.access.user.id : event.access.userId }),
    latency: Math.round(milliseconds * 10) / 10,
    ...(configuration.metrics && metrics(configuration.metricsNamespace, event.now)),
    ...(error && { error, ...databaseRequest(error) }),
  }
  if (status >= 500 || error) logger.error('request failed', line)
  else logger.info('request', line)
}

/** CloudFront's id of the request, trusted only if the distribution secret proves that it came through CloudFront. */
function edgeRequest({ distributionSecrets }: PublicConfiguration, { headers }: OperationEvent) {
  const edgeRequestId = headers['x-amz-cf-id']
  return distributionSecrets.length > 0 && edgeRequestId !== undefined ? { edgeRequestId } : undefined
}

/** DynamoDB's id of the failed call: what AWS support asks for first. */
function databaseRequest(error: unknown): { databaseRequestId: string } | undefined {
  if (!(error instanceof Error)) return undefined
  const { $metadata } = error as { $metadata?: { requestId?: string } }
  return $metadata?.requestId ? { databaseRequestId: $metadata.requestId } : databaseRequest(error.cause)
}

/**
 * The embedded metric format: which field of the line is a metric, and which is its dimension. One metric for each operation, because
 * CloudWatch charges for each: its number of samples is that of the requests, and codes of errors are in the log.
 */
function metrics(namespace: string, now: Date) {
  return {
    _aws: {
      Timestamp: now.getTime(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [['operation']],
          Metrics: [{ Name: 'latency', Unit: 'Milliseconds' }],
        },
      ],
    },
  }
}
