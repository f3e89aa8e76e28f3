import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { withServiceInProcess } from '../support/in-process.ts'
import { withServiceProcess } from '../support/service-process.ts'
import { registerAndSignIn, type ServiceAddress } from '../workload/organization.ts'
import { type FleetCounts, type FleetPlace, runFleet, type Way } from './agents.ts'

type Row = { title: string; way: Way; goals: number; counts: FleetCounts }

const { agents, goals: goalCount, works } = settings.fleet

const runs: Omit<Row, 'counts'>[] = [
  { title: 'without claims', way: 'brief', goals: goalCount },
  { title: 'without claims, one hot goal', way: 'brief', goals: 1 },
  { title: 'with claims', way: 'claim', goals: goalCount },
]

/** The share of reports with claims that may be conflicts. */
const maximumConflicts = 0.05

export const fleet: Part<Row[]> = {
  title: 'A fleet of agents',
  method:
    `${agents} scripted agents with a token each work on ${goalCount} goals, ${works} pieces of work each. One takes the first goal of its ` +
    'brief, or claims the next one. It thinks for 5 to 40 ms, then reports at the revision that it has read. After a conflict it reads what it missed, ' +
    'thinks again and reports again, and gives the work up after 5 refused reports. Every fifth answer is lost, so that the report is sent again. Then all histories are ' +
    'read: an accepted report that is missing is lost, one that is there twice or was refused is doubled.',
  measure: measureFleet,
  tables: (rows) =>
    markdownTable(
      ['Fleet', 'Reports', 'Accepted', 'Conflicts', '% of reports', 'Work given up', 'Lost', 'Doubled'],
      rows.map(({ title, counts }) => [
        title,
        figure(counts.reports),
        figure(counts.accepted),
        figure(counts.conflicts),
        figure((100 * counts.conflicts) / counts.reports, 1),
        figure(counts.givenUp),
        figure(counts.lost),
        figure(counts.doubled),
      ]),
    ),
  failures: (rows) =>
    rows.flatMap(({ title, way, counts }) => [
      ...(counts.lost + counts.doubled > 0 ? [`Reports were lost or doubled ${title}.`] : []),
      ...(way === 'claim' && counts.conflicts >= maximumConflicts * counts.reports
        ? ['With claims, 5 % of the reports or more are conflicts.']
        : []),
      ...(way === 'claim' && counts.givenUp > 0 ? ['With claims, work was given up.'] : []),
    ]),
}

/** Each run has an organization of its own. */
function measureFleet(): Promise<Row[]> {
  return withServiceProcess(
    {
      prepare: (place) =>
        withServiceInProcess(place, async (service) => {
          const places: Omit<FleetPlace, 'origin'>[] = []
          for (const [index, { goals }] of runs.entries()) {
            places.push(await createFleet(service, `fleet-${index}@example.com`, goals))
          }
          return places
        }),
    },
    async ({ origin }, places) => {
      const rows: Row[] = []
      for (const [index, place] of places.entries()) {
        const run = runs[index]
        if (run) rows.push({ ...run, counts: await runFleet({ ...place, origin }, run.way, works) })
      }
      return rows
    },
  )
}

async function createFleet(
  service: ServiceAddress,
  email: string,
  goals: number,
): Promise<Omit<FleetPlace, 'origin'>> {
  const { api } = await registerAndSignIn(service, email)
  const goalIds: string[] = []
  for (let number = 1; number <= goals; number++) {
    const { goal } = await api.createGoal({
      body: { detailedDescription: `Part ${number} of the work.`, timeframe: { kind: 'continuous' } },
    })
    goalIds.push(goal.id)
  }
  const secrets: string[] = []
  for (let number = 1; number <= agents; number++) {
    const { secret } = await api.createApiToken({
      body: { name: `Agent ${number}`, kind: 'agent', scopes: ['goals:read:all', 'goals:write:all'] },
    })
    secrets.push(secret)
  }
  return { secrets, goalIds }
}
