import { createClient } from '@cairn/contract/http/client'
import { type AttachDatabase, closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { attachEngine, openEngine } from '@cairn/engine'
import { meterCalls } from '../../../infra/cost/meter.ts'
import { type BriefUnits, brokenBriefBudgets, measureBriefUnits } from '../../budgets/support/brief-units.ts'
import { type FeedUnits, measureFeedUnits } from '../../budgets/support/feed-units.ts'
import { type GoalUnits, measureGoalUnits } from '../../budgets/support/goal-units.ts'
import { measureTreeUnits, type TreeUnits } from '../../budgets/support/tree-units.ts'
import { recordCalls } from '../../support/service/call-recorder.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { createHttpClient } from '../support/http-client.ts'
import { localTable, withServiceInProcess } from '../support/in-process.ts'
import { type Act, runClients } from '../support/load.ts'
import { benchmarked } from '../workload/operations.ts'
import { createOrganization } from '../workload/organization.ts'
import { brokenGoalBudgets, goalTable } from './goal-table.ts'

export type OperationUnits = {
  operation: string
  /** Sequential round trips. */
  trips: number
  calls: number
  readUnits: number
  writeUnits: number
}

type Result = {
  operations: OperationUnits[]
  goals: GoalUnits[]
  briefs: BriefUnits[]
  feed: FeedUnits[]
  trees: TreeUnits[]
}

export const units: Part<Result> = {
  title: 'Round trips and capacity',
  method:
    'Every call of one request is recorded between the service and the embedded database, which reports the consumed units by the rules ' +
    'of DynamoDB: one per 4 KB for a strongly consistent read, one per 1 KB and index for a write, and twice as many in a ' +
    'transaction. Concurrent calls are one round trip. Goals are about 1 KB with one of five labels. ' +
    '`infra/README.md` has the units and prices of every operation. The second table has read (r) or write (w) units by the size of the ' +
    "goal's description, with an API token, as on AWS: in version 0.1 → now. There, a function also writes 1 unit for each word that a title or a criterion gains or loses. `test/budgets/goal-units.test.ts` checks them. The third table has the brief of a program about what 10 reports have changed, in organizations of more and more active goals; it reads one page of the caller's own, 1 MB, at most. The fourth table has the feed, the last one goals that belong together: `test/budgets/tree-units.test.ts` checks it.",
  measure: measureUnits,
  tables: ({ operations, goals, briefs, feed = [], trees = [] }) =>
    `${markdownTable(
      ['Operation', 'Round trips', 'Calls', 'Read units', 'Write units'],
      operations.map(({ operation, trips, calls, readUnits, writeUnits }) => [
        operation,
        figure(trips),
        figure(calls),
        figure(readUnits, 1),
        figure(writeUnits, 1),
      ]),
    )}\n\n${goalTable(goals)}\n\n${briefTable(briefs)}\n\n${feedTable(feed)}\n\n${treeTable(trees)}`,
  failures: ({ goals, briefs }) => [...brokenGoalBudgets(goals), ...brokenBriefBudgets(briefs)],
}

async function measureUnits(): Promise<Result> {
  const engine = openEngine()
  const attach: AttachDatabase = (client) => attachEngine(client, engine)
  const recorder = recordCalls({ attach }, { quietMilliseconds: 10 })
  const meter = meterCalls({ attach })
  const recorded = meterCalls(recorder)
  try {
    const prepared = await withServiceInProcess({ attach }, (service) =>
      createOrganization(service, settings.units.goals),
    )
    const operations = await withServiceInProcess(
      { attach: recorded.attach, background: false },
      async ({ origin }) => {
        const client = createHttpClient(origin, 1)
        const callOnce = (act: Act) => runClients(client, act, { concurrency: 1, requests: 1 })
        const rows: OperationUnits[] = []
        for (const operation of benchmarked) {
          const act = await operation.begin({ ...prepared, origin })
          // The first call is not counted: it opens connections, and records the use of the token, which happens every few minutes.
          await callOnce(act)
          recorder.reset()
          recorded.take()
          await callOnce(act)
          const { reads, writes } = recorded.take()
          rows.push({
            operation: operation.title,
            trips: recorder.waves,
            calls: recorder.calls.length,
            readUnits: reads,
            writeUnits: writes,
          })
        }
        await client.close()
        return rows
      },
    )
    const goals = await withServiceInProcess({ attach: meter.attach, background: false }, (service) => {
      const { origin } = service
      const headers = { origin, cookie: prepared.cookie }
      return measureGoalUnits({ session: createClient({ baseUrl: origin, headers }), meter, service })
    })
    const briefs = await withServiceInProcess({ attach }, (direct) =>
      withServiceInProcess({ attach: recorded.attach, background: false }, async ({ origin }) => {
        const headers = { origin, cookie: prepared.cookie }
        const session = createClient({ baseUrl: origin, headers })
        const { user } = await session.getAuthSession()
        const service = { origin, database: direct.database }
        return measureBriefUnits(
          { session, userId: user.id, service, meter: recorded, recorder },
          settings.units.briefs,
        )
      }),
    )
    const database = createDatabase({ ...localTable, attach: meter.attach })
    const feed = await measureFeedUnits(database, meter)
    const trees = await withServiceInProcess(
      { attach: recorded.attach, background: false },
      async ({ origin }) => {
        const headers = { origin, cookie: prepared.cookie }
        const session = createClient({ baseUrl: origin, headers })
        const following = createDatabase({ ...localTable, attach: recorded.attach })
        const { width } = settings.units
        const rows = await measureTreeUnits({
          session,
          meter: recorded,
          recorder,
          database: following,
          width,
        })
        closeDatabase(following)
        return rows
      },
    )
    closeDatabase(database)
    return { operations, goals, briefs, feed, trees }
  } finally {
    engine.close()
  }
}

function briefTable(briefs: readonly BriefUnits[]): string {
  return markdownTable(
    ['Brief about', 'Round trips', 'Read units', 'Bytes'],
    briefs.map(({ goals, own, trips, reads, bytes }) => [
      `${figure(own)} own of ${figure(goals)} goals`,
      figure(trips),
      figure(reads, 1),
      figure(bytes),
    ]),
  )
}

function treeTable(trees: readonly TreeUnits[]): string {
  return markdownTable(
    ['Goals together', 'Round trips', 'Read units', 'Write units'],
    trees.map(({ request, trips, reads, writes }) => [
      request,
      trips === undefined ? '–' : figure(trips),
      figure(reads, 1),
      figure(writes),
    ]),
  )
}

function feedTable(feed: readonly FeedUnits[]): string {
  return markdownTable(
    ['Feed', 'Read units', 'Write units'],
    feed.map(({ work, reads, writes }) => [work, figure(reads), figure(writes)]),
  )
}
