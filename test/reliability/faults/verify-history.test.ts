import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { attachEngine } from '@cairn/engine'
import { verifyHistoryOf } from '@cairn/local/commands/verify-history'
import { openDatabase } from '@cairn/local/database/open-database'
import { describe, expect, it } from 'vitest'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { unknownId } from '../../support/requests/exchange.ts'
import { runScript, verifyHistoryScript } from '../../support/service/child-process.ts'
import { machineForEachTest } from '../../support/service/machine.ts'

const machine = machineForEachTest()
const verify = (...parameters: string[]) => machine.run(verifyHistoryOf, ...parameters)

type Entry = AnyRecord & { c: { summary?: string; createdAt: string } }

/** Changes a stored entry behind the service's back. */
async function tamper(sk: string, change: (entry: Entry) => void): Promise<void> {
  const engine = await openDatabase(machine.directory)
  const database = createDatabase({
    tableName: 'cairn',
    region: 'local',
    attach: (client) => attachEngine(client, engine),
  })
  for await (const records of scanTable(database)) {
    const found = records.find((record) => record.sk === sk)
    if (!found) continue
    const changed = structuredClone(found) as Entry
    change(changed)
    await database.client.send(new PutCommand({ TableName: database.tableName, Item: changed }))
  }
  closeDatabase(database)
  engine.close()
}

describe('npm run verify-history', () => {
  it('verifies the history of a goal beside the service and without it, and names an entry that was changed', async () => {
    const service = await machine.startHere()
    const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
    const { id: goalId } = await createGoal(ada, { title: 'Trees' })
    const params = { goalId }
    await ada.api.createGoalUpdate({ params, body: reportOf('Half way') })
    const [wood, soil] = [await createGoal(ada), await createGoal(ada)]
    const relations = { parentGoalId: wood.id, blockedByGoalIds: [soil.id] }
    await ada.api.updateGoal({
      params,
      body: { title: 'More trees', detailedDescription: 'Two hundred.', ...relations },
    })
    const { goal } = await ada.api.getGoal({ params })
    const whole = {
      code: 0,
      stdout: `The history of "More trees" is whole: 3 entries, the last with hash ${goal.historyHash}.\n`,
    }
    expect(await verify(goalId.toUpperCase())).toMatchObject(whole)
    await service.stop()
    expect(await verify(goalId)).toMatchObject(whole)

    await tamper('u#000000000002', (entry) => {
      entry.c.summary = 'All done'
    })
    // The whole command, as npm runs it.
    expect(await runScript(verifyHistoryScript, [goalId], { DATA_DIR: machine.directory })).toEqual({
      code: 1,
      signal: null,
      stdout: 'The entry of version 2 does not have the hash of its content.\n',
      stderr: '',
    })
  })

  it('fails in one sentence for a goal that does not exist, and explains itself', async () => {
    await machine.startHere()
    expect(await verify(unknownId)).toMatchObject({
      code: 1,
      stderr: `There is no goal ${unknownId} in table cairn.\n`,
    })
    for (const parameters of [[], ['trees'], [unknownId, unknownId], ['--azure', unknownId]]) {
      const { code, stderr } = await verify(...parameters)
      expect([code, stderr.split('\n')[0]]).toEqual([1, 'Usage: npm run verify-history -- <goal id> [--aws]'])
    }
    expect(await verify(unknownId, '--aws')).toMatchObject({
      code: 1,
      stderr: 'Set TABLE_NAME to the table of the goal.\n',
    })
  })
})
