export { attempterOf } from './attempter.ts'
export type { Configuration } from './configuration.ts'
export { errorResponse } from './errors.ts'
export type { GroupHandler, HttpEvent, HttpResponse } from './event.ts'
export { createFallbackHandler } from './fallback.ts'
export { createGroupHandler } from './group.ts'
export type { WriteLine } from './logger.ts'
export { notOffered, type OperationHandlers, Reply } from './operation.ts'
export { createPublicGroupHandler } from './public-group.ts'
export { withStandardHeaders } from './response-headers.ts'
export {
  createPublicRuntime,
  createRuntime,
  type PublicRuntime,
  type Runtime,
  type RuntimeOverrides,
} from './runtime.ts'
export { withSecrets } from './secrets.ts'
export { ConfigurationError, type Environment } from './settings.ts'
