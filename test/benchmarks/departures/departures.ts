import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@cairn/domain/database/client'
import { noFilters } from '@cairn/domain/goals/list/goal-filters'
import { queryRows } from '@cairn/domain/goals/list/goal-index'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { type Latency, latencyOf } from '../statistics/percentiles.ts'
import { pin } from '../support/cores.ts'
import { createHttpClient, type HttpClient } from '../support/http-client.ts'
import { type ServiceProcess, withServiceProcess } from '../support/service-process.ts'
import { sendSteadily } from '../support/steady-load.ts'
import { operationNamed } from '../workload/operations.ts'
import { type Departures, prepareDepartures } from './prepare-departures.ts'

type Phase = {
  title: string
  /** How long the work took, in seconds; null without any. */
  seconds: number | null
  reads: Latency
  reports: Latency
  errors: string[]
}

export type DepartureFigures = {
  sizes: Record<'goals' | 'organizationGoals' | 'members', number>
  phases: Phase[]
}

/** How many times as long other requests may take, by the median. */
const maximumTimes = 2
const pollMilliseconds = 100
/** The service looks each minute for what is due, and lets a deletion settle for a minute before it begins. */
const startDeadlineSeconds = 180

export const departures: Part<DepartureFigures> = {
  title: 'People and organizations that go',
  method:
    'Goals are read and reported on at a constant rate, first alone, then while the goals of a removed member of another organization ' +
    'are given to somebody else, and while another organization is deleted. Only requests that are sent while goals are being moved or ' +
    'deleted count.',
  measure: measureDepartures,
  tables: ({ phases, sizes }) => {
    const [alone] = phases
    return [
      `${figure(sizes.goals)} goals are reassigned; the deleted organization has ${figure(sizes.organizationGoals)} goals and ${figure(sizes.members)} members.`,
      markdownTable(
        ['', 'Seconds', 'Reads p50 ms', 'Times', 'p95 ms', 'Reports p50 ms', 'Times', 'p95 ms'],
        phases.map(({ title, seconds, reads, reports }) => [
          title,
          seconds === null ? '–' : figure(seconds, 1),
          figure(reads.p50, 2),
          figure(reads.p50 / (alone?.reads.p50 ?? Number.NaN), 2),
          figure(reads.p95, 2),
          figure(reports.p50, 2),
          figure(reports.p50 / (alone?.reports.p50 ?? Number.NaN), 2),
          figure(reports.p95, 2),
        ]),
      ),
    ].join('\n\n')
  },
  summary: ({ phases, sizes }) => {
    const [alone, ...rest] = phases
    const times = rest.map(({ reads }) => figure(reads.p50 / (alone?.reads.p50 ?? Number.NaN), 2))
    return (
      `While ${figure(sizes.goals)} goals of a removed member are reassigned, others read in ${times[0]} times the time; while an organization of ` +
      `${figure(sizes.organizationGoals)} goals is deleted, in ${times[1]} times.`
    )
  },
  failures: ({ phases }) => {
    const [alone, ...rest] = phases
    return [
      ...phases.flatMap(({ title, errors }) => errors.slice(0, 1).map((error) => `${title}: ${error}`)),
      ...rest.flatMap(({ title, reads, reports }) =>
        (
          [
            ['Reads', reads, alone?.reads],
            ['Reports', reports, alone?.reports],
          ] as const
        ).flatMap(([kind, beside, usual]) =>
          usual && beside.p50 > maximumTimes * usual.p50
            ? [`${title}: ${kind} take ${figure(beside.p50 / usual.p50, 2)} times as long.`]
            : [],
        ),
      ),
    ]
  },
}

async function measureDepartures(): Promise<DepartureFigures> {
  pin(process.pid, 'others')
  try {
    return await withServiceProcess(
      {
        prepare: (place) => prepareDepartures(place, settings.departures),
        environment: { RATE_LIMITS: 'off' },
      },
      measureService,
    )
  } finally {
    pin(process.pid, 'all')
  }
}

async function measureService(service: ServiceProcess, prepared: Departures): Promise<DepartureFigures> {
  const client = createHttpClient(service.origin, 64)
  const load = await beginLoad(service, client, prepared)
  const { aloneSeconds, reassignedGoals, deletedGoals, deletedMembers } = settings.departures
  try {
    // Run every code path once, so that the first phase does not measure cold code.
    await load(isOver(aloneSeconds / 4))
    const alone = await load(isOver(aloneSeconds))
    const removed = await measureWork(load, removal(service, prepared.removal))
    const deleted = await measureWork(load, deletion(service, prepared.deletion))
    return {
      sizes: { goals: reassignedGoals, organizationGoals: deletedGoals, members: deletedMembers },
      phases: [
        { title: 'Alone', seconds: null, ...alone },
        { title: 'Goals are reassigned', ...removed },
        { title: 'An organization is deleted', ...deleted },
      ],
    }
  } finally {
    await client.close()
  }
}

type Load = (hasEnded: () => boolean) => Promise<Pick<Phase, 'reads' | 'reports' | 'errors'>>

/** Returns a load that lasts until something has ended. */
async function beginLoad(
  { origin }: ServiceProcess,
  client: HttpClient,
  { others }: Departures,
): Promise<Load> {
  const organization = { ...others, origin }
  const read = await operationNamed('get goal, token').begin(organization)
  const report = await operationNamed('reports on many goals, token').begin(organization)
  const { readsPerSecond, reportsPerSecond } = settings.departures
  return async (hasEnded) => {
    const times = { reads: [] as number[], reports: [] as number[] }
    const errors: string[] = []
    while (!hasEnded()) {
      const seconds = 0.25
      const [reads, reports] = await Promise.all([
        sendSteadily(client, read, { perSecond: readsPerSecond, seconds }),
        sendSteadily(client, report, { perSecond: reportsPerSecond, seconds }),
      ])
      for (const { milliseconds } of reads.arrivals) times.reads.push(milliseconds)
      for (const { milliseconds } of reports.arrivals) times.reports.push(milliseconds)
      errors.push(...reads.errors, ...reports.errors)
    }
    return { reads: latencyOf(times.reads), reports: latencyOf(times.reports), errors }
  }
}

function isOver(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000
  return () => performance.now() >= end
}

type Work = {
  begin(): Promise<void>
  /** Whether the first goal has been moved or deleted. */
  hasStarted(): Promise<boolean>
  hasEnded(): Promise<boolean>
}

async function measureWork(load: Load, work: Work): Promise<Omit<Phase, 'title'>> {
  await work.begin()
  const isTooLate = isOver(startDeadlineSeconds)
  while (!(await work.hasStarted())) {
    if (isTooLate()) throw new Error('The service has not begun with what is due.')
    await delay(pollMilliseconds)
  }
  const startedAt = performance.now()
  let endedAt: number | undefined
  const watching = (async () => {
    while (!(await work.hasEnded())) await delay(pollMilliseconds)
    endedAt = performance.now()
  })()
  const measured = await load(() => endedAt !== undefined)
  await watching
  return { seconds: ((endedAt ?? startedAt) - startedAt) / 1_000, ...measured }
}

function removal(
  { origin, database }: ServiceProcess,
  { cookie, organizationId, ownerUserId, memberUserId }: Departures['removal'],
): Work {
  return {
    begin: () =>
      send(
        origin,
        'DELETE',
        `/v1/organizations/current/members/${encodeURIComponent(memberUserId)}`,
        cookie,
        {
          reassignGoalsTo: ownerUserId,
        },
      ),
    hasStarted: async () => (await newestGoal(database, organizationId, ownerUserId)) !== undefined,
    hasEnded: async () => (await newestGoal(database, organizationId, memberUserId)) === undefined,
  }
}

function deletion(
  { origin, database }: ServiceProcess,
  { cookie, organizationId, name }: Departures['deletion'],
): Work {
  let newest: string | undefined
  return {
    begin: async () => {
      newest = await newestGoal(database, organizationId)
      await send(origin, 'DELETE', '/v1/organizations/current', cookie, { name })
    },
    hasStarted: async () => (await newestGoal(database, organizationId)) !== newest,
    hasEnded: async () => (await newestGoal(database, organizationId)) === undefined,
  }
}

async function newestGoal(
  database: Database,
  organizationId: string,
  ownerUserId?: string,
): Promise<string | undefined> {
  const { data } = await queryRows(
    database,
    organizationId,
    { ...noFilters, ownerUserId },
    { cursor: null, limit: 1 },
  )
  return data[0]?.goalId
}

async function send(
  origin: string,
  method: string,
  path: string,
  cookie: string,
  body: object,
): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${await response.text()}`)
}
