import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEngine } from '@cairn/engine'
import { type Bundle, buildFunction, bundle } from '../../../infra/bundling/build.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startEngineServer } from '../../support/service/engine-server.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { median } from '../statistics/percentiles.ts'
import { pinned } from '../support/cores.ts'
import { functionEnvironment } from '../support/function-environment.ts'
import { withServiceInProcess } from '../support/in-process.ts'
import { lambdaEvent } from '../support/lambda-event.ts'
import { withTemporaryDirectory } from '../support/temporary-directory.ts'
import { firstRequestOf } from '../workload/operations.ts'
import { createOrganization } from '../workload/organization.ts'
import type { Reply, Task } from './measured-process.ts'
import { startRememberingEngine } from './remembering-engine.ts'

export type CpuPerRequest = {
  operation: string
  calls: number
  /** Medians, in milliseconds. */
  product: number
  floor: number
}

/** The budget, as a multiple of the floor. */
const maximumTimesFloor = 1.5

const measured = [
  { title: 'session', folder: 'auth' },
  { title: 'get goal, token', folder: 'goals' },
  { title: 'list of 20', folder: 'goals' },
  { title: 'reports on many goals, token', folder: 'goals' },
]

export const cpuPerRequest: Part<CpuPerRequest[]> = {
  title: 'Processor time of a warm request',
  method:
    'The deployed function, compared with a handler written by hand that only parses the event, hashes the credential, makes ' +
    'the same calls with the document client, trip by trip, and returns their results as JSON: no validation, no headers, no ' +
    'log. Both are built in the same way and run in turn in one process, one request at a time, whose processor time is ' +
    'measured. The calls are recorded from the function. Another process serves them, with the first responses of the engine.',
  measure: measureCpu,
  tables: (rows) =>
    markdownTable(
      ['Operation', 'SDK calls', 'Function, ms', 'By hand, ms', `Times (at most ${maximumTimesFloor})`],
      rows.map(({ operation, calls, product, floor }) => [
        operation,
        figure(calls),
        figure(product, 2),
        figure(floor, 2),
        figure(product / floor, 2),
      ]),
    ),
}

function measureCpu(): Promise<CpuPerRequest[]> {
  return withTemporaryDirectory(measureIn)
}

/** @param directory  For the built modules. */
async function measureIn(directory: string): Promise<CpuPerRequest[]> {
  const engine = await startEngineServer(openEngine())
  const recorder = await startEngineProxy(engine.endpoint)
  const remembering = await startRememberingEngine(recorder.endpoint)
  const child = startMeasuredProcess(remembering.endpoint)
  try {
    const modules = await buildModules(directory)
    const organization = await withServiceInProcess({ endpoint: engine.endpoint }, (service) =>
      createOrganization(service, settings.cpu.goals),
    )
    const rows: CpuPerRequest[] = []
    for (const { title, folder } of measured) {
      const event = lambdaEvent(await firstRequestOf(title, { ...organization, origin: webOrigin }))
      const task = { function: modules[folder] ?? '', floor: modules.floor ?? '', event }
      // Only the first call with a token records its use.
      await child.ask({ kind: 'call', modules: task })
      remembering.forget()
      recorder.reset()
      await child.ask({ kind: 'call', modules: task })
      const calls = recorder.calls.map(({ wave, operation, body }) => ({ wave, operation, body }))
      const { warmUp, rounds, requests } = settings.cpu
      const reply = await child.ask({ kind: 'measure', modules: task, calls, warmUp, rounds, requests })
      if (reply.kind !== 'measured') throw new Error('The process sent an unexpected reply.')
      const { product, floor } = reply
      rows.push({ operation: title, calls: calls.length, product: median(product), floor: median(floor) })
    }
    return rows
  } finally {
    child.stop()
    await remembering.stop()
    await recorder.stop()
    await engine.stop()
  }
}

const webOrigin = 'http://localhost'

/** Builds the functions and the floor. Returns the files of their modules by name. */
async function buildModules(directory: string): Promise<Record<string, string>> {
  const uses = { provider: 'email', email: 'off' } as const
  const folders = [...new Set(measured.map(({ folder }) => folder))]
  const built = await Promise.all([
    ...folders.map(async (folder) => [folder, await buildFunction(folder, uses)] as const),
    bundle(`export * from './test/benchmarks/cpu/floor.ts'`, uses).then((floor) => ['floor', floor] as const),
  ])
  const written = built.map(([name, module]) =>
    write(path.join(directory, name), module).then((file) => [name, file]),
  )
  return Object.fromEntries(await Promise.all(written))
}

async function write(directory: string, { files }: Bundle): Promise<string> {
  await mkdir(directory)
  for (const { name, contents } of files) await writeFile(path.join(directory, name), contents)
  return path.join(directory, 'index.mjs')
}

/** Runs on the core that other parts give the service, with a function's environment. Its log is discarded. */
function startMeasuredProcess(endpoint: string) {
  const script = fileURLToPath(new URL('measured-process.ts', import.meta.url))
  const [command = '', ...parameters] = pinned('service', [process.execPath, script])
  const child = spawn(command, parameters, {
    env: {
      ...functionEnvironment,
      // Counted as in a deployment, but never refused.
      RATE_LIMITS:
        'request.token=10000000,request.account=10000000,write.token=10000000,write.account=10000000',
      WEB_ORIGIN: webOrigin,
      DYNAMODB_ENDPOINT: endpoint,
      PATH: process.env.PATH,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The measured process ended with ${code}.`)))
  })
  exited.catch(() => undefined)
  return {
    async ask(task: Task): Promise<Reply> {
      const replied = new Promise<Reply>((resolve) => child.once('message', (reply: Reply) => resolve(reply)))
      child.send(task)
      const reply = await Promise.race([replied, exited])
      if (reply.kind === 'failed') throw new Error(reply.error)
      return reply
    },
    stop: () => child.kill('SIGKILL'),
  }
}
