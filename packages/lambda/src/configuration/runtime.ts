import type { Logger } from '@aws-lambda-powertools/logger'
import { createDatabase, type Database } from '@cairn/domain/database/client'
import { type CursorSealer, createCursorSealer } from '@cairn/domain/pagination/cursor'
import { createLogger, type WriteLine, writeToStandardOutput } from '../logging/logger.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { ConfigurationError, type Environment } from './settings.ts'

/** What a function without a database makes once, at its cold start, and every request uses. */
export type PublicRuntime = {
  readonly configuration: Configuration
  readonly clock: () => Date
  readonly logger: Logger
  readonly writeLine: WriteLine
}

/** The same with the database. */
export type Runtime = PublicRuntime & {
  readonly database: Database
  readonly cursors: CursorSealer
}

export type RuntimeOverrides = {
  /** For tests that move time. */
  clock?: () => Date
  /** Takes every line of the log; standard output where it is not said. */
  writeLine?: WriteLine
}

/** For functions without lists. A list that gets here was given to a function without the secret. */
const noCursors: CursorSealer = { seal: refuseCursor, open: refuseCursor }

function refuseCursor(): never {
  throw new ConfigurationError('CURSOR_SECRET is "unused" in a function that has lists.')
}

/** Throws `ConfigurationError` where a setting is missing or wrong. */
export function createPublicRuntime(
  environment: Environment,
  overrides: RuntimeOverrides = {},
): PublicRuntime {
  const configuration = readConfiguration(environment)
  const writeLine = overrides.writeLine ?? writeToStandardOutput
  return {
    configuration,
    clock: overrides.clock ?? (() => new Date()),
    logger: createLogger(configuration.logLevel, writeLine),
    writeLine,
  }
}

/** Throws `ConfigurationError` where a setting is missing or wrong. */
export function createRuntime(environment: Environment, overrides: RuntimeOverrides = {}): Runtime {
  const runtime = createPublicRuntime(environment, overrides)
  const { configuration } = runtime
  return {
    ...runtime,
    database: createDatabase({
      tableName: configuration.tableName,
      endpoint: configuration.dynamodbEndpoint,
      // A local endpoint takes any region; the client wants one.
      region: configuration.region ?? (configuration.dynamodbEndpoint ? 'local' : undefined),
      credentials: configuration.credentials,
    }),
    cursors: configuration.cursorSecret ? createCursorSealer(configuration.cursorSecret) : noCursors,
  }
}
