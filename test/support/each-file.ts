import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { makePasswordHashesCheap } from './cheap-password-hashes.ts'

/**
 * Runs with every test file. Files share a process so that modules load once, not 160 times; the price is that one file
 * could see what another changed. This fails a file that leaves a change behind, and ends a file that hangs before its
 * first test, where Vitest has no time limit.
 */
const setupLimitMilliseconds = 180_000
const setupTimer = Symbol.for('cairn: the setup of a file')

makePasswordHashesCheap(() => expect.getState().testPath?.includes('/passwords/') ?? false)
const before = globals()
const timers = globalThis as { [setupTimer]?: NodeJS.Timeout }
// A file that fails at its top has no `beforeAll`.
clearTimeout(timers[setupTimer])
timers[setupTimer] = setTimeout(() => {
  process.stderr.write(`The setup at the top of ${expect.getState().testPath} takes too long.\n`)
  process.kill(process.pid, 'SIGKILL')
}, setupLimitMilliseconds).unref()

beforeAll(() => clearTimeout(timers[setupTimer]))
afterAll(() => expect(globals(), 'what a test file must leave as it was').toEqual(before))

function globals() {
  return {
    // Importing Powertools adds its name to the SDK's user agent.
    environment: { ...process.env, AWS_SDK_UA_APP_ID: undefined },
    clock: vi.isMockFunction(Date.now) || vi.isFakeTimers(),
    output: vi.isMockFunction(process.stdout.write) || vi.isMockFunction(process.stderr.write),
    database: Object.hasOwn(DynamoDBDocumentClient.prototype, 'send'),
  }
}
