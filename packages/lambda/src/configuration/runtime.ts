import type { Logger } from '@aws-lambda-powertools/logger'
import type { EmailMessage } from '@cairn/domain/accounts/email/email-delivery'
import type { PendingChanges } from '@cairn/domain/requests/context'
import { type CallerLimiter, createCallerLimiter } from '@cairn/domain/requests/rate-limits/caller-limiter'
import { readMemberCountPage } from '@cairn/domain/requests/rate-limits/member-counts'
import {
  createOrganizationLimiter,
  type OrganizationLimiter,
} from '@cairn/domain/requests/rate-limits/organization-limiter'
import { addToCount } from '@cairn/domain/requests/rate-limits/shared-count'
import { type AttachDatabase, createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { type CursorSealer, createCursorSealer } from '@cairn/domain/storage/pagination/cursor'
import { type CallerMemory, createCallerMemory } from '../auth/caller-memory.ts'
import { createLogger, type WriteLine, writeToStandardOutput } from '../logging/logger.ts'
import { type CallerTurns, createCallerTurns } from '../pipeline/callers/caller-turns.ts'
import type { EventWaits } from '../pipeline/waiting/event-waits.ts'
import {
  type BackgroundConfiguration,
  type Configuration,
  type PublicConfiguration,
  readBackgroundConfiguration,
  readConfiguration,
  readPublicConfiguration,
} from './configuration.ts'
import { ConfigurationError, type Environment } from './settings.ts'

/** The objects that a function without database and sessions creates at its cold start and uses for every request. */
export type PublicRuntime = {
  readonly configuration: PublicConfiguration
  readonly clock: () => Date
  readonly logger: Logger
  readonly writeLine: WriteLine
  /** Undefined on AWS. */
  readonly mailbox?: LocalMailbox | undefined
}

/** The page on which people on one machine read the emails that are delivered to the log. */
export type LocalMailbox = {
  /** Of the page that shows them. */
  path: string
  keep(message: EmailMessage): void
}

/** The objects of a function that no request calls. */
export type BackgroundRuntime = Omit<PublicRuntime, 'configuration'> & {
  readonly configuration: BackgroundConfiguration
  readonly database: Database
}

/** The objects of every other function. */
export type Runtime = PublicRuntime & {
  readonly configuration: Configuration
  readonly database: Database
  readonly cursors: CursorSealer
  readonly callers: CallerMemory
  /** Absent where the table has a stream. */
  readonly changes?: PendingChanges | undefined
  /** Absent where no request is held. */
  readonly waits?: EventWaits | undefined
  readonly turns: CallerTurns
  /** Undefined if nothing is limited. */
  readonly callerLimiter: CallerLimiter | undefined
  readonly organizationLimiter: OrganizationLimiter | undefined
}

export type RuntimeOverrides = {
  /** For tests that move time. */
  clock?: () => Date
  /** Takes every line of the log; by default standard output. */
  writeLine?: WriteLine
  mailbox?: LocalMailbox | undefined
  /** A database in this process, instead of DynamoDB. */
  attachDatabase?: AttachDatabase
  /** For tests: what the process remembers of callers. */
  callers?: CallerMemory
  /** Handles what follows from changes in this process. */
  changes?: (PendingChanges & { wake(): void }) | undefined
  /** Holds requests in this process. */
  waits?: EventWaits | undefined
}

/** For functions without lists. A call means that a list is served by a function without the secret. */
const noCursors: CursorSealer = { seal: refuseCursor, open: refuseCursor }

function refuseCursor(): never {
  throw new ConfigurationError('CURSOR_SECRET is "unused" in a function that has lists.')
}

/** @throws `ConfigurationError` if a setting is missing or wrong. */
export function createPublicRuntime(
  environment: Environment,
  overrides: RuntimeOverrides = {},
): PublicRuntime {
  return publicRuntimeOf(readPublicConfiguration(environment), overrides)
}

/** @throws `ConfigurationError` if a setting is missing or wrong. */
export function createBackgroundRuntime(
  environment: Environment,
  overrides: RuntimeOverrides = {},
): BackgroundRuntime {
  const configuration = readBackgroundConfiguration(environment)
  return {
    ...publicRuntimeOf(configuration, overrides),
    database: databaseOf(configuration, overrides),
  }
}

function publicRuntimeOf<C extends BackgroundConfiguration>(
  configuration: C,
  overrides: RuntimeOverrides,
): Omit<PublicRuntime, 'configuration'> & { readonly configuration: C } {
  const writeLine = overrides.writeLine ?? writeToStandardOutput
  return {
    configuration,
    clock: overrides.clock ?? (() => new Date()),
    logger: createLogger(configuration.logLevel, writeLine),
    writeLine,
    mailbox: overrides.mailbox,
  }
}

/** @throws `ConfigurationError` if a setting is missing or wrong. */
export function createRuntime(environment: Environment, overrides: RuntimeOverrides = {}): Runtime {
  const configuration = readConfiguration(environment)
  const publicRuntime = publicRuntimeOf(configuration, overrides)
  return {
    ...publicRuntime,
    database: databaseOf(configuration, overrides),
    cursors: configuration.cursorSecret ? createCursorSealer(configuration.cursorSecret) : noCursors,
    callers: overrides.callers ?? createCallerMemory(),
    changes: overrides.changes,
    waits: overrides.waits,
    turns: createCallerTurns(),
    ...limitersOf(configuration, publicRuntime.logger, overrides),
  }
}

function limitersOf(
  { rateLimits }: Configuration,
  logger: Logger,
  { attachDatabase }: RuntimeOverrides,
): Pick<Runtime, 'callerLimiter' | 'organizationLimiter'> {
  if (!rateLimits) return { callerLimiter: undefined, organizationLimiter: undefined }
  const counting = {
    // A database in this process has no other users.
    addToCount: attachDatabase ? undefined : addToCount,
    reportFailure: (error: unknown) =>
      logger.warn('Counts of callers cannot be shared.', { error: error as Error }),
  }
  return {
    callerLimiter: createCallerLimiter(rateLimits, counting),
    organizationLimiter: createOrganizationLimiter(rateLimits, { ...counting, readMemberCountPage }),
  }
}

function databaseOf(configuration: BackgroundConfiguration, overrides: RuntimeOverrides): Database {
  return createDatabase({
    tableName: configuration.tableName,
    endpoint: configuration.dynamodbEndpoint,
    // A local endpoint accepts any region, but the client requires one.
    region: configuration.region ?? (configuration.dynamodbEndpoint ? 'local' : undefined),
    credentials: configuration.credentials,
    attach: overrides.attachDatabase,
    hasStream: configuration.searchIndex === 'stream',
    onChange: overrides.changes?.wake,
  })
}
