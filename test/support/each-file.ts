import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, vi } from 'vitest'

/**
 * Runs with every test file. Files share a process, so that modules are loaded once and not 160 times; the price is that
 * a file could find what another one changed. This fails the file that leaves a change behind, and ends a file that hangs
 * before its first test, where Vitest has no time limit.
 */
const setupLimitInMilliseconds = 60_000

const before = globals()
const setupTimer = setTimeout(() => {
  process.stderr.write(`The setup at the top of ${expect.getState().testPath} takes too long.\n`)
  process.kill(process.pid, 'SIGKILL')
}, setupLimitInMilliseconds)

beforeAll(() => clearTimeout(setupTimer))
afterAll(() => expect(globals(), 'what a test file must leave as it was').toEqual(before))

function globals() {
  return {
    // Powertools names itself to the SDK at its import.
    environment: { ...process.env, AWS_SDK_UA_APP_ID: undefined },
    clock: vi.isMockFunction(Date.now) || vi.isFakeTimers(),
    output: vi.isMockFunction(process.stdout.write) || vi.isMockFunction(process.stderr.write),
    database: Object.hasOwn(DynamoDBDocumentClient.prototype, 'send'),
  }
}
