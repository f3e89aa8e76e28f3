import { expect, test } from 'vitest'
import { createLogger } from '../logging/logger.ts'
import { logWebhookState } from './webhook-state-log.ts'

const change = {
  organizationId: 'organization',
  webhookId: 'webhook',
  host: 'hooks.example.com',
  from: 'active',
  failingReason: 'slow',
  durationMilliseconds: 9_000,
  statusCode: 500,
  error: 'status 500',
} as const

test.each([
  ['failing', 'WARN', 'a webhook is failing'],
  ['paused', 'WARN', 'a webhook was paused'],
  ['active', 'INFO', 'a webhook has recovered'],
] as const)(
  'a webhook that becomes %s is one line, with the fields of the saved query',
  (to, level, message) => {
    const lines: string[] = []
    logWebhookState(createLogger('INFO', (line) => lines.push(line)))({ ...change, to })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level,
        message,
        organizationId: 'organization',
        webhookId: 'webhook',
        host: 'hooks.example.com',
        stateBefore: 'active',
        state: to,
        failingReason: 'slow',
        durationMilliseconds: 9_000,
        statusCode: 500,
        reason: 'status 500',
      }),
    ])
  },
)
