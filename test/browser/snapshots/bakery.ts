/** An organization as it could be: four weeks of a bakery. */
import type { GoalHealth, GoalStatus } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { join } from '../../support/people/invite.ts'
import type { Browser as Session } from '../../support/people/sign-in.ts'
import { publishGoal, reportOn } from '../support/seed.ts'
import type { World } from '../support/world.ts'

const dayMilliseconds = 24 * 60 * 60 * 1_000
const minute = 60_000
/** Within the lifetime of a session. */
const days = 25

type Report = {
  day: number
  state: GoalHealth | Exclude<GoalStatus, 'active'>
  summary: string
  value?: number
}
type Plan = {
  title: string
  owner: 'Ann' | 'Ben' | 'Mia' | null
  labels: ('Cost' | 'Customers' | 'Growth')[]
  /** Days from today. */
  due: number
  everyDays?: number
  measure?: { title: string; unit?: string; start: number; target: number }
  criteria?: string[]
  reports: Report[]
}

const plans: Plan[] = [
  {
    title: 'Answer every customer within four hours',
    owner: 'Ann',
    labels: ['Customers'],
    due: 31,
    everyDays: 14,
    measure: { title: 'Median', unit: 'h', start: 19, target: 4 },
    criteria: ['Median below four hours', 'No message waits two days'],
    reports: [
      { day: 3, state: 'on_track', summary: 'The shared inbox is live for support.', value: 17 },
      { day: 7, state: 'on_track', summary: 'Sales answers from the same inbox.', value: 14 },
      {
        day: 11,
        state: 'at_risk',
        summary: 'Weekends are not covered: two people left the rota.',
        value: 15,
      },
      {
        day: 15,
        state: 'off_track',
        summary: 'The backlog grew to 140 messages after the mailing.',
        value: 18,
      },
      { day: 18, state: 'at_risk', summary: 'Routing by topic works, the backlog is down to 60.', value: 11 },
      { day: 21, state: 'on_track', summary: 'Backlog gone. Weekend rota staffed until June.', value: 7 },
      {
        day: 24,
        state: 'on_track',
        summary: 'Median is 5 hours. Only spare-part questions take longer.',
        value: 5,
      },
    ],
  },
  {
    title: 'Open the second bakery on Harbor Street',
    owner: 'Ben',
    labels: ['Growth'],
    due: 52,
    everyDays: 7,
    measure: { title: 'Rooms ready', start: 0, target: 9 },
    criteria: ['Oven approved', 'Six people hired', 'Street license'],
    reports: [
      { day: 4, state: 'on_track', summary: 'Lease signed, the architect measures on Monday.', value: 1 },
      { day: 10, state: 'on_track', summary: 'Walls are done; the oven is ordered.', value: 3 },
      { day: 17, state: 'at_risk', summary: 'The electrician comes three weeks late.', value: 4 },
      { day: 23, state: 'at_risk', summary: 'A second electrician can start on Thursday.', value: 5 },
    ],
  },
  {
    title: 'Cut the power bill by a fifth',
    owner: 'Ann',
    labels: ['Cost'],
    due: -3,
    everyDays: 30,
    measure: { title: 'Monthly bill', unit: '€', start: 4_200, target: 3_360 },
    reports: [
      { day: 6, state: 'on_track', summary: 'New doors in front of the ovens.', value: 4_050 },
      { day: 14, state: 'at_risk', summary: 'The old cooler eats what we save.', value: 4_010 },
      { day: 20, state: 'off_track', summary: 'The new cooler is delivered in summer.', value: 3_980 },
    ],
  },
  {
    title: 'Every loaf is sold on the day it is baked',
    owner: 'Mia',
    labels: ['Cost', 'Customers'],
    due: 80,
    everyDays: 7,
    measure: { title: 'Left over', start: 60, target: 10 },
    criteria: ['A week below ten'],
    reports: [
      { day: 5, state: 'at_risk', summary: 'Too much rye on Mondays.', value: 51 },
      { day: 12, state: 'at_risk', summary: 'Half loaves from four o’clock on.', value: 34 },
      {
        day: 19,
        state: 'on_track',
        summary: 'Sixteen left over, and nobody found an empty shelf.',
        value: 16,
      },
    ],
  },
  {
    title: 'Two apprentices run a morning alone',
    owner: 'Mia',
    labels: ['Growth'],
    due: 12,
    criteria: ['All eight doughs', 'A morning without a call'],
    reports: [
      { day: 9, state: 'on_track', summary: 'Six of eight doughs.' },
      { day: 22, state: 'on_track', summary: 'All eight doughs; the first morning is on Friday.' },
    ],
  },
  {
    title: 'No open security finding is older than 30 days',
    owner: 'Ben',
    labels: ['Cost'],
    due: 6,
    everyDays: 7,
    criteria: ['Nothing older than 30 days'],
    reports: [
      { day: 2, state: 'on_track', summary: 'Twelve closed, four open.' },
      { day: 13, state: 'on_track', summary: 'Two open, both with a fix in review.' },
    ],
  },
  {
    title: 'Put the sourdough course online',
    owner: 'Ann',
    labels: ['Growth'],
    due: -4,
    measure: { title: 'Lessons', start: 0, target: 12 },
    criteria: ['All lessons filmed'],
    reports: [
      { day: 4, state: 'on_track', summary: 'Five lessons filmed.', value: 5 },
      { day: 11, state: 'on_track', summary: 'Nine lessons, the editor has them.', value: 9 },
      { day: 18, state: 'completed', summary: 'Twelve lessons are online; 340 people started.', value: 12 },
    ],
  },
  {
    title: 'Move all customers off the old billing',
    owner: 'Ben',
    labels: ['Cost'],
    due: 120,
    everyDays: 14,
    measure: { title: 'Moved', unit: '%', start: 0, target: 100 },
    reports: [
      { day: 8, state: 'on_track', summary: 'Small customers are moved.', value: 22 },
      { day: 16, state: 'on_track', summary: 'Half of them, without a single complaint.', value: 51 },
    ],
  },
  {
    title: 'Reply to every review by name',
    owner: 'Ann',
    labels: ['Customers'],
    due: 66,
    everyDays: 30,
    reports: [{ day: 17, state: 'on_track', summary: 'All of February is answered.' }],
  },
  {
    title: 'Sell at the Saturday market',
    owner: null,
    labels: ['Customers'],
    due: 140,
    criteria: ['A place of our own'],
    reports: [
      { day: 10, state: 'on_track', summary: 'The city offers two places.' },
      { day: 19, state: 'paused', summary: 'Paused until the license is there.' },
    ],
  },
  {
    title: 'Find out why regulars stop coming',
    owner: null,
    labels: ['Customers'],
    due: 95,
    criteria: ['Ten conversations'],
    reports: [],
  },
]

const colors = { Cost: '#b8860b', Customers: '#3c8d5a', Growth: '#3b76b8' }

const description =
  'Customers wait **19 hours** for a first answer. Support, sales, and the bakery answer from one inbox, and a program routes what comes in.\n\n- One inbox\n- A rota that covers weekends'

/** The beginnings of titles: of a goal, and of its sub-goals. */
const trees = [
  ['Open the second bakery', 'Sell at the Saturday market', 'Two apprentices'],
  ['Answer every customer', 'Reply to every review', 'Move all customers'],
]

export type Bakery = { ann: Session; goals: Goal[] }

/**
 * Publishes and reports day by day.
 * @param setTime  Moves the clock of the service, in milliseconds.
 * @param today  When the last day ends.
 */
export async function seedBakery(
  world: World,
  setTime: (time: number) => void,
  today: number,
): Promise<Bakery> {
  let now = today - days * dayMilliseconds
  const reach = (time: number) => {
    now = time
    setTime(now)
  }
  reach(now)
  const ann = await world.person('Ann Larsen')
  const people = { Ann: ann, Ben: await world.person('Ben Okafor'), Mia: await world.person('Mia Torres') }
  await join(ann, people.Ben, 'admin')
  await join(ann, people.Mia, 'admin')
  await ann.api.updateOrganization({ body: { name: 'Northern Bakery' } })
  const labelIds = new Map<string, string>()
  for (const [name, color] of Object.entries(colors)) {
    const { label } = await ann.api.createGoalLabel({ body: { name, color } })
    labelIds.set(name, label.id)
  }
  const goals: Goal[] = []
  for (const { title, owner, labels, due, everyDays, measure, criteria = [] } of plans) {
    reach(now + minute)
    goals.push(
      await publishGoal(ann.api, description, {
        title,
        ownerUserId: owner && people[owner].userId,
        labelIds: labels.map((name) => labelIds.get(name)),
        timeframe: {
          kind: 'deadline',
          targetDate: new Date(today + due * dayMilliseconds).toISOString().slice(0, 10),
        },
        cadence: everyDays === undefined ? null : { everyDays },
        criteria: criteria.map((name) => ({ title: name, description: 'As the team has agreed.' })),
        measures: measure ? [measure] : [],
      }),
    )
  }
  for (const [parent, ...children] of trees) {
    const idOf = (title = '') => goals.find((goal) => goal.title.startsWith(title))?.id ?? ''
    for (const title of children) {
      const params = { goalId: idOf(title) }
      await ann.api.updateGoal({ params, body: { parentGoalId: idOf(parent) } })
    }
  }
  for (let day = 1; day <= days; day += 1) {
    reach(today - (days - day) * dayMilliseconds - plans.length * minute)
    // Sessions end when nobody uses them.
    for (const { api } of Object.values(people)) await api.listGoals()
    for (const [index, plan] of plans.entries()) {
      const report = plan.reports.find((one) => one.day === day)
      const goal = goals[index]
      if (!report || !goal) continue
      reach(now + minute)
      await reportOn(people[plan.owner ?? 'Ann'].api, goal.id, bodyOf(report, plan, goal))
    }
  }
  reach(today)
  return { ann, goals }
}

function bodyOf(report: Report, plan: Plan, goal: Goal): Parameters<typeof reportOn>[2] {
  const { state, summary, value } = report
  const isStatus = state === 'paused' || state === 'completed' || state === 'archived'
  const isLast = report === plan.reports.at(-1)
  const [measure] = goal.measures
  return {
    expectedRevision: plan.reports.indexOf(report) + 1,
    summary,
    details: summary,
    ...(isStatus ? { status: state } : { health: state }),
    measurements: measure && value !== undefined ? [{ measureId: measure.id, value }] : [],
    verdicts: isLast
      ? goal.criteria.map(({ id }, index) => ({
          criterionId: id,
          result: state === 'completed' || index === 1 ? 'met' : 'not_met',
        }))
      : [],
  }
}
