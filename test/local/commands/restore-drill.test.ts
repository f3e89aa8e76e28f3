import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { restoreDrill } from '@cairn/local/commands/restore-drill'
import { describe, expect, it } from 'vitest'
import { startFakeServer } from '../../infra/support/fake-aws.ts'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { machineForEachTest, runHere } from '../../support/service/machine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable } from '../../support/table/read-table.ts'

const machine = machineForEachTest()

describe('restore-drill', () => {
  it('checks a restored table, appends the events that it lacks, and checks it again', async () => {
    const table = stopAfterFile(await createWireTable())
    const { ada } = await startWithAda({ table })
    const { activeOrganizationId } = await ada.api.getOrganizationContext()
    const { id: goalId } = await createGoal(ada, { title: 'Plant trees' })
    await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Ten trees') })
    const { database, tableName } = table
    const run = () => runHere(restoreDrill, [], { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: tableName })
    const typesIn = async () => {
      const { events } = await readFeed(database, activeOrganizationId, { order: 'asc', limit: 100 })
      return events.map(({ event }) => event.type).sort()
    }
    expect((await run()).code).toBe(0)
    const whole = await typesIn()
    expect(whole).toContain('goal.reported')

    // The moment of the backup was between a report and its event.
    const pages = (await readTable(database)).feedPage
    for (const { pk, sk } of pages) {
      await database.client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }))
    }
    expect(await typesIn()).toEqual([])
    const drill = await run()
    expect(drill).toMatchObject({ code: 0, stderr: '' })
    const lines = drill.stdout.split('\n')
    expect(lines.filter((line) => !/^orphaned|^broken|records in table/.test(line))).toEqual([
      '1. As restored:',
      '2. Repair:',
      expect.stringMatching(/^[1-9]\d* events appended to feeds$/),
      expect.stringMatching(/^Table .* got [1-9]\d* corrections\.$/),
      '3. After the repair:',
      'The restored table can be used.',
      '',
    ])
    expect(await typesIn()).toEqual(whole)

    // Nothing else says what a report said.
    for (const { pk, sk } of (await readTable(database)).goalReport) {
      await database.client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }))
    }
    const broken = await run()
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain('The restored table has records that a repair cannot mend.')
  })

  it('refuses a table that is protected, because a service may use it', async () => {
    const dynamoDb = stopAfterFile(
      await startFakeServer((request, { TableName }, response) => {
        expect(request.headers['x-amz-target']).toBe('DynamoDB_20120810.DescribeTable')
        response
          .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
          .end(JSON.stringify({ Table: { TableName, DeletionProtectionEnabled: true } }))
      }),
    )
    const environment = { DYNAMODB_ENDPOINT: dynamoDb.endpoint, TABLE_NAME: 'cairn' }
    expect(await runHere(restoreDrill, [], environment)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Table cairn is protected from deletion, so a service may use it. Restore into a table of another name, and run the drill before you protect it.\n',
    })
  })

  it('refuses the data directory of a running service, and checks it when it has stopped', async () => {
    const service = await machine.startHere()
    expect(await machine.run(restoreDrill)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The service runs on this table. Restore the backup into another DATA_DIR.\n',
    })
    await service.stop()
    expect((await machine.run(restoreDrill)).code).toBe(0)
  })

  it.each([
    ['--all', /^Usage: npm run restore-drill/],
    ['--aws', /^Set TABLE_NAME to the restored table\.$/m],
  ])('exits 1 with a sentence on %s', async (parameter, sentence) => {
    expect(await runHere(restoreDrill, [parameter], {})).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    })
  })

  it('exits 1 with a sentence on a table that is missing', async () => {
    const table = stopAfterFile(await createWireTable())
    const environment = { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: 'missing' }
    expect(await runHere(restoreDrill, [], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Cannot read table missing: /),
    })
  })
})
