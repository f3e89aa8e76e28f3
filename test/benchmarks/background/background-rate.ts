import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openEngine } from '@cairn/engine'
import { buildFunction } from '../../../infra/bundling/build.ts'
import { startEngineServer } from '../../support/service/engine-server.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { functionEnvironment } from '../support/function-environment.ts'
import { withTemporaryDirectory } from '../support/temporary-directory.ts'
import { startEmailService } from './email-service.ts'
import { startLimitedFunction } from './limited-function.ts'
import { createWork } from './work.ts'

export type BackgroundRate = {
  what: string
  megabytes: number
  /** Events or emails. */
  perSecond: number
  /** Processor time of the function, for each. */
  cpuMilliseconds: number
}

/** Lambda gives a function a whole processor at this memory (its documentation, "Configure Lambda function memory"). */
const megabytesOfProcessor = 1_769

export const backgroundRate: Part<BackgroundRate[]> = {
  title: 'Background work',
  method:
    'The built functions, each in a process whose share of a processor is that of its memory on Lambda (CFS quota of a cgroup, which needs ' +
    'root on Linux). The table and the mail service are in another process. `goal-changes` gets batches of 100 events in ten ' +
    'organizations; `due` sends digests with ten events.',
  measure: measureRates,
  tables: (rows) =>
    markdownTable(
      ['Function', 'Memory, MB', 'Per second', 'CPU ms'],
      rows.map((row) => [
        row.what,
        figure(row.megabytes),
        figure(row.perSecond, 1),
        figure(row.cpuMilliseconds, 2),
      ]),
    ),
}

function measureRates(): Promise<BackgroundRate[]> {
  const { memories, batches, people } = settings.background
  return withTemporaryDirectory(async (directory) => {
    const engine = openEngine()
    const server = await startEngineServer(engine)
    const mails = await startEmailService()
    const work = await createWork(engine)
    const environment = {
      ...functionEnvironment,
      DYNAMODB_ENDPOINT: server.endpoint,
      EMAIL_DELIVERY: 'ses',
      EMAIL_FROM: 'no-reply@example.com',
      SES_ENDPOINT: mails.endpoint,
      LOG_LEVEL: 'ERROR',
    }
    const rows: BackgroundRate[] = []
    try {
      for (const [folder, what] of [
        ['goal-changes', 'goal-changes, events'],
        ['due', 'due, digests'],
      ] as const) {
        const code = await build(folder, directory)
        for (const megabytes of memories) {
          const share = Math.min(1, megabytes / megabytesOfProcessor)
          const measured = await startLimitedFunction(code, environment, share)
          try {
            // Warm, as most invocations are.
            await measured.invoke(folder === 'due' ? {} : work.batch())
            const run = folder === 'due' ? () => sendDigests(measured.invoke) : () => follow(measured.invoke)
            const before = measured.cpuMilliseconds()
            const startedAt = performance.now()
            const count = await run()
            const seconds = (performance.now() - startedAt) / 1_000
            const cpuMilliseconds = (measured.cpuMilliseconds() - before) / count
            rows.push({ what, megabytes, perSecond: count / seconds, cpuMilliseconds })
          } finally {
            await measured.stop()
          }
        }
      }
    } finally {
      await mails.stop()
      await server.stop()
      engine.close()
    }
    return rows

    async function follow(invoke: (event: object) => Promise<unknown>): Promise<number> {
      let events = 0
      for (let batch = 0; batch < batches; batch++) {
        const event = work.batch()
        await invoke(event)
        events += event.Records.length
      }
      return events
    }

    async function sendDigests(invoke: (event: object) => Promise<unknown>): Promise<number> {
      await work.letDigestsBeDue(people)
      const before = mails.count()
      await invoke({})
      return mails.count() - before
    }
  })
}

async function build(folder: string, directory: string): Promise<string> {
  const code = path.join(directory, folder)
  await mkdir(code)
  const { files } = await buildFunction(folder, { provider: 'email', email: 'ses' })
  for (const { name, contents } of files) await writeFile(path.join(code, name), contents)
  return path.join(code, 'index.mjs')
}
