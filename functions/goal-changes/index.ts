import { createDatabase } from '@cairn/domain/storage/database/client'
import { oneOf, optional, optionalHttpAddress, required } from '@cairn/lambda/configuration/settings'
import { createLogger, writeToStandardOutput } from '@cairn/lambda/logging/logger'
import { createDeadLetterQueue, createWebhookQueue } from '@cairn/lambda/webhooks/webhook-queue'
import { announceToWebhooks, createChangesHandler } from './handler.ts'

const database = createDatabase({
  tableName: required(process.env, 'TABLE_NAME'),
  endpoint: optionalHttpAddress(process.env, 'DYNAMODB_ENDPOINT'),
  hasStream: true,
})
const logLevel = oneOf(process.env, 'LOG_LEVEL', ['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT'], 'INFO')
// Absent if the function is tried without a queue.
const queueUrl = optional(process.env, 'WEBHOOK_QUEUE_URL')
const deadLettersUrl = optional(process.env, 'DEAD_LETTERS_URL')

export const handler = createChangesHandler({
  database,
  logger: createLogger(logLevel, writeToStandardOutput),
  listeners: queueUrl === undefined ? [] : [announceToWebhooks(database, createWebhookQueue(queueUrl))],
  ...(deadLettersUrl !== undefined && { announceParked: createDeadLetterQueue(deadLettersUrl).send }),
})
