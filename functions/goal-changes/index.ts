import { createDatabase } from '@cairn/domain/database/client'
import { oneOf, optionalHttpAddress, required } from '@cairn/lambda/configuration/settings'
import { createLogger, writeToStandardOutput } from '@cairn/lambda/logging/logger'
import { createChangesHandler } from './handler.ts'

const database = createDatabase({
  tableName: required(process.env, 'TABLE_NAME'),
  endpoint: optionalHttpAddress(process.env, 'DYNAMODB_ENDPOINT'),
  hasStream: true,
})
const logLevel = oneOf(process.env, 'LOG_LEVEL', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO')

export const handler = createChangesHandler({
  database,
  logger: createLogger(logLevel, writeToStandardOutput),
})
