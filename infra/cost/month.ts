/** The cost of a month of a whole installation: how often everything happens, at the prices of `prices.ts`. */
import { allOperations, type OperationId } from '@cairn/contract/registry/registry'
import { backgroundProfiles } from '../functions/background/background-profiles.ts'
import { memoryMegabytesOf } from '../functions/group-functions.ts'
import type { Measured } from './measure.ts'
import type { Measurement } from './measure-what-changed.ts'
import { backgroundPrices, type Prices, prices, requestPrices, type Work } from './prices.ts'

const monthsPerYear = 12
const weeks = 365.25 / 7 / monthsPerYear
const days = 365.25 / monthsPerYear
const hours = days * 24
const minutes = hours * 60

/** An installation of this many people. infra/README.md says the same in words. */
function installationOf(people: number) {
  const goals = people * 10
  const reports = goals * weeks
  const edits = goals
  return {
    people,
    goals,
    reports,
    edits,
    /** Programs that ask for a brief each hour. */
    programs: people / 10,
    /** In the feed. Members, labels and acknowledgements are few beside them. */
    events: reports + edits,
    /** Reports that are late, and so cause an email. */
    lateReports: reports * 0.1,
    /** Half the goals have a deadline in a year, and two emails before it. */
    deadlineEmails: goals / monthsPerYear,
    digests: people * weeks,
  }
}

const workingDays = 21
/** For each person and working day. */
const pagesPerDay = 10
/** How often the web app asks for news while it is visible, and for how many minutes (`follow.ts` of packages/web). */
const visible = [
  // Somebody has acted in the last five minutes.
  { minutesPerDay: 15, pollsPerMinute: 6 },
  // Or in the half hour before.
  { minutesPerDay: 15, pollsPerMinute: 2 },
] as const

/** Lambda asks the queue for messages with five long polls of 20 seconds at once. */
const emptyReceives = (5 * minutes * 60) / 20

/** A goal with a year of reports, with the copies of its row in the indexes, in bytes. */
const goalBytes = 90_000
/** An event in the feed, in bytes, and the months that it is kept. */
const eventBytes = 700
const feedMonths = 3
/** Daily backups, each of the whole table, as `data/backups.ts` keeps them. */
const backupsKept = 35

/**
 * Of production with a sender. CloudWatch charges for each metric that an alarm reads. `test/infra/operating.test.ts` counts
 * them.
 */
export const stackParts = { alarmMetrics: 73, secrets: 2 }

export type Row = { what: string; count: number | undefined; prices: Prices }

export function monthOf({ operations, background }: Measured, count = 1_000): Row[] {
  const installation = installationOf(count)
  const { people, goals, programs, reports, edits, events, lateReports, deadlineEmails, digests } =
    installation
  const stored = (goals * goalBytes + events * feedMonths * eventBytes) / 1e9
  const visits = people * workingDays * pagesPerDay
  const pollsPerDay = visible.reduce(
    (sum, { minutesPerDay, pollsPerMinute }) => sum + minutesPerDay * pollsPerMinute,
    0,
  )
  const polls = people * workingDays * pollsPerDay
  const rows = [
    requests('reports', 'createGoalUpdate', reports),
    requests('edits', 'updateGoal', edits),
    requests('goals opened, by people and programs', 'getGoal', reports * 2),
    requests('lists opened', 'listGoals', visits),
    requests('briefs for people', 'getBrief', visits),
    requests('briefs for programs', 'getBrief', programs * hours),
    requests('looks for news by visible pages', 'poll', polls),
    work('events appended to the feed and announced', 'goal-changes', 'append', events),
    work('events delivered to a webhook', 'webhook-deliveries', 'delivery', events, {
      // A message is sent, received and deleted.
      source: 3 * prices.queueRequest,
      callsReceiver: true,
    }),
    work('sweeps', 'due', 'sweep', minutes, { source: prices.scheduledEvent }),
    work('reminders by email', 'due', 'reminder', lateReports + deadlineEmails, { sendsEmail: true }),
    work('weekly digests by email', 'due', 'digest', digests, { sendsEmail: true }),
    fixed('the queue of webhooks, when it is empty', emptyReceives * prices.queueRequest),
    fixed('storage, after a year', stored * prices.storedGigabyte),
    fixed('daily backups of 35 days', stored * backupsKept * prices.backupGigabyte),
    fixed('metrics of each operation', allOperations.length * prices.metric),
    fixed('alarms, dashboard, secrets', monitoring()),
  ]
  const logs = rows.reduce((all, row) => all + row.prices.logs, 0)
  // Logs have a row of their own.
  const withoutLogs = rows.map((row) => ({
    ...row,
    prices: { ...row.prices, logs: 0, total: row.prices.total - row.prices.logs },
  }))
  const all = [...withoutLogs, fixed('logs', logs)]
  return [...all, { what: 'all', count: undefined, prices: sum(all) }]

  function requests(what: string, measurement: Measurement, count: number): Row {
    const units = operations.get(measurement)
    if (!units) throw new Error(`${measurement} is not measured`)
    const id: OperationId = measurement === 'poll' ? 'listEvents' : measurement
    const group = allOperations.find((operation) => operation.id === id)?.group
    if (!group) throw new Error(`${id} is not an operation`)
    return { what, count, prices: requestPrices(units, { memoryMegabytes: memoryMegabytesOf(group) }, count) }
  }

  function work(
    what: string,
    folder: keyof typeof backgroundProfiles,
    measurement: keyof typeof background,
    count: number,
    { source = 0, ...more }: Partial<Work> & { source?: number } = {},
  ): Row {
    const doing = { memoryMegabytes: backgroundProfiles[folder].memoryMegabytes, ...more }
    return { what, count, prices: backgroundPrices(background[measurement], doing, count, source) }
  }
}

function monitoring(): number {
  const { alarmMetrics, secrets } = stackParts
  return alarmMetrics * prices.alarm + secrets * prices.secret + prices.dashboard
}

function fixed(what: string, total: number): Row {
  return { what, count: undefined, prices: { database: 0, compute: 0, logs: 0, total } }
}

function sum(rows: Row[]): Prices {
  const add = (name: keyof Prices) => rows.reduce((total, row) => total + row.prices[name], 0)
  return { database: add('database'), compute: add('compute'), logs: add('logs'), total: add('total') }
}
