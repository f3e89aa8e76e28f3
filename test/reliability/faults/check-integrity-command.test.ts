import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { goalLabelEntity } from '@cairn/domain/storage/table/entities/goal-labels/goal-label'
import { checkIntegrity } from '@cairn/local/commands/check-integrity'
import { describe, expect, it } from 'vitest'
import { createGoal, createLabel } from '../../support/people/goals.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { checkIntegrityScript, runScript } from '../../support/service/child-process.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { machineForEachTest, runHere } from '../../support/service/machine.ts'
import { startTestService } from '../../support/service/service.ts'
import { changeRecord } from '../../support/table/write-records.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada' }

const machine = machineForEachTest()

const check = (
  environment: Record<string, string> = { DATA_DIR: machine.directory },
  ...parameters: string[]
) => runHere(checkIntegrity, parameters, environment)

async function publish(browser: Browser): Promise<{ labelId: string }> {
  const labelId = await createLabel(browser, 'Forest')
  await createGoal(browser, { labelIds: [labelId] })
  return { labelId }
}

/**
 * A user with membership, organization, label directory, account and session; a goal (row, texts, standing) with its history entry and a label with name marker
 * and copy of the row; the two counters of each of three rate limits. Beside them the feed, or changes that are on their way to it.
 */
const intact = {
  code: 0,
  stdout: expect.stringMatching(/^\d\d records in table cairn: 0 broken, 0 orphaned.\n$/),
  stderr: '',
}

describe('npm run check-integrity', () => {
  it('reads the table beside a running service, and from its directory after a crash', async () => {
    const child = await machine.start()
    await publish(await signIn({ origin: child.origin, lines: child.lines }, ada))
    expect(await check()).toEqual(intact)
    child.process.kill('SIGKILL')
    await child.exited
    // The whole command, as npm runs it.
    const exit = await runScript(checkIntegrityScript, [], { DATA_DIR: machine.directory })
    expect(exit).toEqual({ ...intact, signal: null })
  })

  it('exits 1 and reports what is broken in the table that the environment names', async () => {
    const table = await createWireTable()
    // Otherwise the changes would be on their way to the feed.
    const service = await startTestService({ table, background: false })
    const { database, tableName } = table
    const browser = await signIn(service, ada)
    const { labelId } = await publish(browser)
    const { activeOrganizationId: organizationId } = await browser.api.getOrganizationContext()
    const environment = { DYNAMODB_ENDPOINT: await engineEndpoint(), TABLE_NAME: tableName }
    expect(await check(environment)).toMatchObject({ code: 0 })

    await changeRecord(database, goalLabelEntity, { organizationId, labelId }, { set: { useCount: 4 } })
    const { code, stdout } = await check(environment)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `broken: label ${organizationId}/${labelId} has use count 4, expected 1 ($cairn#organizationid_${organizationId}`,
    )
    expect(stdout).toMatch(new RegExp(`\\d+ records in table ${tableName}: 1 broken, 0 orphaned\\.\n`))
    await service.stop()
    await table.stop()
  })

  it('exits 1 and one sentence if the table does not exist, and creates none', async () => {
    const environment = { DYNAMODB_ENDPOINT: await engineEndpoint(), TABLE_NAME: 'not-restored' }
    for (let tries = 0; tries < 2; tries++) {
      const { code, stdout, stderr } = await check(environment)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^Cannot read table not-restored: .*\n$/)
    }
    const empty = path.join(machine.directory, 'nothing')
    expect(await check({ DATA_DIR: empty })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no Cairn database in ${empty}. Set DATA_DIR `),
    })
    expect(await readdir(machine.directory)).toEqual([])
  })

  it.each([
    ['for an unknown parameter', ['--fix'], /^Usage: npm run check-integrity/],
    ['for AWS without a table name', ['--aws'], /^Set TABLE_NAME to the table to check\.\n$/],
  ])('exits 1 %s', async (_, parameters, message) => {
    const { code, stderr } = await check({}, ...parameters)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })
})
