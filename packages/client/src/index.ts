export type { ClaimedWork, HeldGoal, NoGoalReady } from './claims.ts'
export {
  type CairnClient,
  type CommentsOptions,
  createCairnClient,
  type GoalsFilter,
  type HistoryOptions,
  type HistoryProblem,
  type InboxOptions,
  type TreeOptions,
  type Verification,
} from './client.ts'
export {
  CairnApiError,
  CairnAuthenticationError,
  CairnClaimLostError,
  CairnConflictError,
  CairnConnectionError,
  CairnError,
  CairnNotFoundError,
  CairnPermissionError,
  CairnRateLimitError,
  CairnResponseError,
  CairnTimeoutError,
  type ErrorCode,
} from './errors.ts'
export type { EventsOptions, FollowedEvent } from './follow-events.ts'
export type * from './generated.ts'
export type { CairnClientOptions, CallOptions, TokenSource } from './options.ts'
export type { AbortSignalLike, FetchInit, FetchResponse, Signal } from './platform.ts'
export type { OnConflict, Report, ReportOptions } from './report.ts'
export { clientVersion } from './version.ts'
export {
  CairnWebhookError,
  isWebhookSecret,
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  type WebhookProblem,
  type WebhookTestEvent,
} from './webhooks.ts'
