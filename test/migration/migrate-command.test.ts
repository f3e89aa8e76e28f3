import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { readLayout } from '@cairn/domain/migration/layout'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkIntegrityScript, migrateScript, runScript } from '../support/service/child-process.ts'
import { createWireTable, type WireTable } from '../support/service/engine.ts'
import { goalCount, itemsIn, version01, writeVersion01 } from './support/version-0.1.ts'

let table: WireTable

beforeEach(async () => {
  table = await createWireTable()
  await writeVersion01(table)
})
afterEach(() => table.stop())

/** Runs `npm run migrate` on the table, as on AWS but for the endpoint. */
function migrate(parameters: string[] = [], environment: Record<string, string> = {}) {
  const { endpoint, tableName } = table
  return runScript(migrateScript, parameters, {
    DYNAMODB_ENDPOINT: endpoint,
    TABLE_NAME: tableName,
    ...environment,
  })
}

it('moves all goals, checks the table and records its layout; again, it changes nothing', async () => {
  const { tableName, database } = table
  const first = await migrate()
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout.split('\n')).toEqual([
    `Moved ${goalCount} goals, and removed what was left of 1 deleted or moved ones.`,
    'Set the alarms of 1 goals and the timers of 3 users, and listed 3 API tokens.',
    `Checking table ${tableName}.`,
    expect.stringMatching(/^\d+ records in table .*: 0 broken, 0 orphaned\.$/),
    `Table ${tableName} is wholly of the layout of this version.`,
    '',
  ])
  expect(await readLayout(database)).toBe(true)
  const items = await itemsIn(database)

  const again = await migrate()
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Moved 0 goals') })
  expect(await itemsIn(database)).toEqual(items)
})

it('does not record the layout of a table in which something is broken', async () => {
  const { database } = table
  const organization = version01.items.find(({ __edb_e__ }) => __edb_e__?.S === 'organization')
  const Key = { pk: organization?.pk?.S, sk: organization?.sk?.S }
  await database.client.send(new DeleteCommand({ TableName: database.tableName, Key }))
  const { code, stdout } = await migrate()
  expect(code).toBe(1)
  expect(stdout).toContain(`Moved ${goalCount} goals`)
  expect(stdout).toMatch(/^broken: .* organization .* does not exist/m)
  expect(stdout).toContain('The layout is not recorded, because of these findings.')
  expect(await readLayout(database)).toBe(false)
})

it('is what the integrity check asks for', async () => {
  const { endpoint, tableName } = table
  const { code, stdout } = await runScript(checkIntegrityScript, [], {
    DYNAMODB_ENDPOINT: endpoint,
    TABLE_NAME: tableName,
  })
  expect(code).toBe(1)
  const findings = stdout.split('\n').filter((line) => !line.includes('records in table') && line !== '')
  expect(findings).toHaveLength(goalCount + 1)
  for (const finding of findings) {
    expect(finding).toMatch(/^unmigrated: goal [0-9a-f-]{36}\/[0-9a-f-]{36} is stored as in version 0\.1 /)
  }
  expect(stdout).toContain(
    `: 0 broken, 0 orphaned, ${goalCount + 1} goals of version 0.1 (\`npm run migrate\`).`,
  )
})

it('says that it can be run again if the database fails', async () => {
  const { code, stderr } = await migrate([], { TABLE_NAME: 'no-such-table' })
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^The migration of table no-such-table was interrupted: .* Run it again to continue\.\n$/,
  )
})

it.each<{ title: string; parameters: string[]; environment: Record<string, string> }>([
  { title: 'an unknown parameter', parameters: ['--all'], environment: {} },
  { title: 'neither AWS nor an endpoint', parameters: [], environment: { DYNAMODB_ENDPOINT: '' } },
])('prints its usage for $title', async ({ parameters, environment }) => {
  const { code, stderr } = await migrate(parameters, environment)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Usage: TABLE_NAME=… npm run migrate -- --aws/)
})
