export type { Configuration } from './configuration/configuration.ts'
export {
  type BackgroundRuntime,
  createBackgroundRuntime,
  createPublicRuntime,
  createRuntime,
  type PublicRuntime,
  type Runtime,
  type RuntimeOverrides,
} from './configuration/runtime.ts'
export { withSecrets } from './configuration/secrets.ts'
export { ConfigurationError, type Environment } from './configuration/settings.ts'
export type { WriteLine } from './logging/logger.ts'
export { errorResponse } from './pipeline/errors.ts'
export type { GroupHandler, HttpEvent, HttpResponse } from './pipeline/event.ts'
export { createGroupHandler } from './pipeline/group.ts'
export { notOffered } from './pipeline/operation.ts'
export { createFallbackHandler, createPublicGroupHandler } from './pipeline/public-group.ts'
export { standardHeaders } from './pipeline/response/response-headers.ts'
