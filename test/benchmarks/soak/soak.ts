import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { type Latency, latencyOf, median } from '../statistics/percentiles.ts'
import { pin } from '../support/cores.ts'
import { createHttpClient } from '../support/http-client.ts'
import { runClients } from '../support/load.ts'
import { usageOf } from '../support/process-usage.ts'
import { type ServiceProcess, withServiceProcess } from '../support/service-process.ts'
import { type Arrival, sendSteadily } from '../support/steady-load.ts'
import type { PreparedOrganization } from '../workload/organization.ts'
import { prepareOrganizations } from '../workload/prepare-data.ts'
import { beginMixedLoad } from './mixed-load.ts'
import type { Question, Reply } from './report-memory.ts'

type Minute = {
  requests: number
  milliseconds: Latency
  residentMegabytes: number
  /** In use after a garbage collection. */
  heapMegabytes: number
  handles: number
  openFiles: number
}

export type Soak = {
  goals: number
  maximumPerSecond: number
  perSecond: number
  minutes: Minute[]
  errors: string[]
  /** Findings of the integrity check at the end. */
  findings: string[]
}

const megabyte = 1024 * 1024
const clients = 64

/** How much the last third of the run may exceed the first. */
const bounds = {
  heapMegabytes: 3,
  residentShare: 0.15,
  /** Connections vary by two or three. Leaking one in ten seconds would add 40. */
  handles: 30,
  openFiles: 30,
  /** p99 may become 1.5 times as long, or vary by what the machine's other tasks cause. */
  p99Share: 0.5,
  p99Milliseconds: 3,
}

export const soak: Part<Soak> = {
  title: 'Soak',
  method:
    'Mixed load at half of the maximum, which is measured just before: at a constant rate, even if earlier requests have no ' +
    'response yet. Times count from the moment at which a request is due. Once a minute the heap is measured after a garbage ' +
    'collection; handles and open files are the minimum of ten samples. At the end the integrity check reads the whole table.',
  measure: measureSoak,
  tables: (result) => {
    const head = [
      'Minute',
      'Requests',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'Heap MB',
      'Resident MB',
      'Handles',
      'Open files',
    ]
    const rows = result.minutes.map(({ requests, milliseconds: { p50, p95, p99 }, ...minute }, index) => [
      String(index + 1),
      figure(requests),
      figure(p50, 1),
      figure(p95, 1),
      figure(p99, 1),
      figure(minute.heapMegabytes, 1),
      figure(minute.residentMegabytes, 1),
      figure(minute.handles),
      figure(minute.openFiles),
    ])
    return [
      `${figure(result.perSecond)} requests a second, half of ${figure(result.maximumPerSecond)}, in an organization of ` +
        `${figure(result.goals)} goals; ${result.errors.length} errors, ${result.findings.length} findings of the integrity check.`,
      markdownTable(head, rows),
    ].join('\n\n')
  },
  summary: (result) =>
    `${figure(result.minutes.length)} minutes of mixed load at ${figure(result.perSecond)} requests a second, half of the ` +
    `maximum: ${result.errors.length} errors, ${result.findings.length} findings of \`npm run check-integrity\`, p99 of ` +
    `${figure(result.minutes[0]?.milliseconds.p99, 1)} ms in the first minute and ` +
    `${figure(result.minutes.at(-1)?.milliseconds.p99, 1)} ms in the last, heap ` +
    `${figure(result.minutes[0]?.heapMegabytes, 1)} and ${figure(result.minutes.at(-1)?.heapMegabytes, 1)} MB.`,
  failures: failuresOf,
}

async function measureSoak(): Promise<Soak> {
  pin(process.pid, 'others')
  const reporter = fileURLToPath(new URL('report-memory.ts', import.meta.url))
  const result = await withServiceProcess(
    {
      prepare: (place) => prepareOrganizations(place, [settings.soak.goals]),
      nodeArguments: ['--expose-gc', '--import', reporter],
    },
    soakService,
  )
  pin(process.pid, 'all')
  return result
}

async function soakService(service: ServiceProcess, [prepared]: PreparedOrganization[]): Promise<Soak> {
  if (!prepared) throw new Error('There is no organization.')
  const act = await beginMixedLoad({ ...prepared, origin: service.origin })
  const client = createHttpClient(service.origin, clients)
  const { maximumSeconds, seconds, minuteSeconds } = settings.soak
  await runClients(client, act, { concurrency: clients, seconds: maximumSeconds })
  const most = await runClients(client, act, { concurrency: clients, seconds: maximumSeconds })
  const maximumPerSecond = most.milliseconds.length / most.seconds
  const perSecond = maximumPerSecond / 2

  const over = new AbortController()
  const sampling = sampleMinutes(service, over.signal)
  const { arrivals, errors } = await sendSteadily(client, act, { perSecond, seconds })
  over.abort()
  const samples = await sampling
  await client.close()

  const byMinute = Map.groupBy(arrivals, ({ atSecond }: Arrival) => Math.floor(atSecond / minuteSeconds))
  const minutes = samples.map((sample, index): Minute => {
    const those = (byMinute.get(index) ?? []).map(({ milliseconds }) => milliseconds)
    return { requests: those.length, milliseconds: latencyOf(those), ...sample }
  })
  const findings: string[] = []
  for await (const { kind, message } of checkTable(service.database)) findings.push(`${kind}: ${message}`)
  return { goals: prepared.goals.length, maximumPerSecond, perSecond, minutes, errors, findings }
}

type Sample = Omit<Minute, 'requests' | 'milliseconds'>

/** Requests in flight hold handles and connections. The minimum of several samples shows what is leaked. */
const samplesPerMinute = 10

/** Takes a sample each minute until the load ends. */
async function sampleMinutes(service: ServiceProcess, over: AbortSignal): Promise<Sample[]> {
  const samples: Sample[] = []
  // The last sample is shortly before the load ends.
  const pause = (settings.soak.minuteSeconds * 990) / samplesPerMinute
  for (;;) {
    let handles = Number.POSITIVE_INFINITY
    let openFiles = Number.POSITIVE_INFINITY
    for (let sample = 0; sample < samplesPerMinute; sample++) {
      const isOver = await delay(pause, false, { signal: over }).catch(() => true)
      if (isOver) return samples
      handles = Math.min(handles, (await ask(service, 'handles')).handles)
      openFiles = Math.min(openFiles, usageOf(service.pid)?.openFiles ?? Number.NaN)
    }
    const { heapBytes } = await ask(service, 'memory')
    const { residentBytes = Number.NaN } = usageOf(service.pid) ?? {}
    samples.push({
      heapMegabytes: heapBytes / megabyte,
      residentMegabytes: residentBytes / megabyte,
      handles,
      openFiles,
    })
  }
}

async function ask(service: ServiceProcess, question: Question): Promise<Reply> {
  service.process.send(question)
  const [reply] = await once(service.process, 'message')
  return reply
}

function failuresOf({ minutes, errors, findings }: Soak): string[] {
  const third = Math.max(1, Math.floor(minutes.length / 3))
  const growth = (of: (minute: Minute) => number) => {
    const [first, last] = [minutes.slice(0, third), minutes.slice(-third)].map((part) => median(part.map(of)))
    return { first: first ?? Number.NaN, more: (last ?? Number.NaN) - (first ?? Number.NaN) }
  }
  const heap = growth(({ heapMegabytes }) => heapMegabytes)
  const resident = growth(({ residentMegabytes }) => residentMegabytes)
  const handles = growth((minute) => minute.handles)
  const openFiles = growth((minute) => minute.openFiles)
  const p99 = growth(({ milliseconds }) => milliseconds.p99)
  const failures: [isBroken: boolean, sentence: string][] = [
    [errors.length > 0, `${errors.length} requests failed. The first error: ${errors[0]}`],
    [findings.length > 0, `The table is broken: ${findings[0]}`],
    [heap.more > bounds.heapMegabytes, `The heap grew by ${figure(heap.more, 1)} MB.`],
    [resident.more > resident.first * bounds.residentShare, `Memory grew by ${figure(resident.more, 1)} MB.`],
    [handles.more > bounds.handles, `${handles.more} more handles than at the beginning.`],
    [openFiles.more > bounds.openFiles, `${openFiles.more} more open files than at the beginning.`],
    [
      p99.more > Math.max(p99.first * bounds.p99Share, bounds.p99Milliseconds),
      `p99 rose by ${figure(p99.more, 1)} ms from ${figure(p99.first, 1)}.`,
    ],
  ]
  return failures.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence)
}
