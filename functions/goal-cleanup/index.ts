import { createDatabase } from '@cairn/domain/database'
import { createLogger, writeToStandardOutput } from '@cairn/http/logger'
import { oneOf, optionalHttpAddress, required } from '@cairn/http/settings'
import { createCleanUpHandler } from './handler.ts'

const database = createDatabase({
  tableName: required(process.env, 'TABLE_NAME'),
  endpoint: optionalHttpAddress(process.env, 'DYNAMODB_ENDPOINT'),
})
const logLevel = oneOf(process.env, 'LOG_LEVEL', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO')

export const handler = createCleanUpHandler(database, createLogger(logLevel, writeToStandardOutput))
