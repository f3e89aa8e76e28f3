/**
 * An organization that fills every page: each text as long as it may be, without a place to break, and without a Latin letter. So what
 * is wider than the view shows, and every Latin letter on a page is the app's own.
 */
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { join } from '../../../support/people/invite.ts'
import { type Browser as Session, signIn } from '../../../support/people/sign-in.ts'
import { publishGoal, reportOn } from '../../support/seed.ts'
import type { World } from '../../support/world.ts'

export const wide = (length: number) => 'Ω'.repeat(length)

/** In an address, any other letter would be encoded. Addresses are no texts of the app. */
const wideInAddress = (length: number) => 'w'.repeat(length)

const columns = [...Array(12).keys()]

export const markdown = [
  `| ${columns.map((column) => `Στήλη ${column} ${wide(20)}`).join(' | ')} |`,
  `| ${columns.map(() => '---').join(' | ')} |`,
  `| ${columns.map((column) => `κελί ${column}`).join(' | ')} |`,
  '',
  wide(300),
  '',
  `# ${wide(120)}`,
  '',
  `\`${wide(200)}\``,
  '',
  '```',
  `${wide(200)} ${'λέξη '.repeat(60)}`,
  '```',
  '',
  `![${wide(120)}](https://example.com/${wideInAddress(200)}.png)`,
  '',
  `https://example.com/${wideInAddress(200)}`,
  '',
  `> > > > - - - 1. ${wide(120)}`,
  '',
  `- [ ] ${wide(120)}`,
  '- [x] ναι',
].join('\n')

export type Filled = {
  /** The owner of the organization and of the goal. */
  owner: Session
  /** An admin of the organization. */
  colleague: Session
  ids: { goal: string; parent: string; child: string; webhook: string; question: string; comment: string }
}

const evidence = [
  {
    title: wide(200),
    url: `https://${wideInAddress(60)}.example.com/${wideInAddress(500)}`,
    text: wide(500),
    sha256: 'a'.repeat(64),
  },
  { title: 'Παράθεση', text: 'Γρήγορα!' },
]

/** Signs two people in, and fills the organization of the first one. */
export async function fillOrganization(world: World): Promise<Filled> {
  const { service } = world
  const [owner, colleague] = await Promise.all([
    signIn(service, { email: `${'a'.repeat(60)}@example.com`, displayName: wide(100) }),
    signIn(service, { email: `${'d'.repeat(60)}@example.com`, displayName: `Ψ${wide(99)}` }),
  ])
  const { api } = owner
  await api.updateOrganization({ body: { name: wide(100) } })
  const [labelIds] = await Promise.all([
    Promise.all(
      columns.map(async (index) => {
        const name = `${String(index).padStart(2, '0')}${wide(62)}`
        const body = { name, description: wide(500), ...(index === 0 && { color: '#3b76b8' }) }
        return (await api.createGoalLabel({ body })).label.id
      }),
    ),
    api.createOrganizationInvitation({
      body: { email: `${'b'.repeat(60)}@${'c'.repeat(60)}.example.com`, role: 'member' },
    }),
    api.createApiToken({ body: { name: wide(100), scopes: ['goals:read', 'goals:write:all'] } }),
    api.createGoalView({ body: { name: wide(60), query: 'status=active', isShared: true } }),
    publishGoal(api, 'Συνέχεια.', { cadence: { everyDays: 7 } }),
    join(owner, colleague, 'admin'),
  ])
  const goalId = await publishWideGoal(owner, labelIds)
  const { parent, child } = await publishTree(owner, goalId)
  const question = await workOn(world, owner, goalId)
  const comment = await converse(owner, colleague, goalId)
  await colleague.api.acknowledgeGoalUpdate({ params: { goalId, revision: '5' } })
  // The last one: it gets none of these events.
  const url = `https://${wideInAddress(60)}.example.com/${wideInAddress(500)}`
  await api.createGoalTemplate({
    body: {
      name: wide(100),
      title: wide(200),
      detailedDescription: wide(200),
      criteria: [{ title: wide(100), description: wide(200) }],
    },
  })
  const { webhook } = await api.createWebhook({ body: { url, description: wide(200) } })
  return { owner, colleague, ids: { goal: goalId, parent, child, webhook: webhook.id, question, comment } }
}

/** A goal whose history has everything that a history can have. */
async function publishWideGoal({ api }: Session, labelIds: string[]): Promise<string> {
  const goal = await publishGoal(api, markdown, {
    title: wide(200),
    timeframe: { kind: 'deadline', targetDate: '2026-01-01' },
    labelIds,
    criteria: [
      { title: 'Διάμεσος', description: markdown },
      { title: wide(200), description: markdown },
    ],
    measures: [
      { title: 'Διάμεσος', unit: 'ώ', start: 48, target: 24 },
      { title: wide(200), unit: wide(20), start: 0, target: 999_999_999_999 },
    ],
    cadence: { everyDays: 7 },
    budget: { tokens: 1_000_000, seconds: 36_000, costMicros: 5_000_000 },
  })
  const [criterion, otherCriterion] = goal.criteria
  const [measure, otherMeasure] = goal.measures
  const states = [
    ['active', 'on_track'],
    ['paused', 'at_risk'],
    ['completed', undefined],
    ['active', 'off_track'],
  ] as const
  for (const [index, [status, health]] of states.entries()) {
    await reportOn(api, goal.id, {
      status,
      ...(health && { health }),
      summary: wide(500),
      details: `${wide(100)}\n\n| ${wide(100)} |\n| --- |\n| 1 |`,
      expectedRevision: index + 1,
      evaluation: { result: 'not_met', asOf: '2026-11-20T10:00:00Z' },
      verdicts: [{ criterionId: criterion?.id ?? '', result: 'not_met', note: wide(500), evidence }],
      measurements: [
        { measureId: measure?.id ?? '', value: 46 - 2 * index },
        { measureId: otherMeasure?.id ?? '', value: -999_999_999_999 + index },
      ],
      evidence,
      ...(index === 3 && {
        handoff: markdown,
        usage: { inputTokens: 900_000, outputTokens: 200_000, seconds: 7_500, costMicros: 1_230_000 },
      }),
      ...(index === 2 && { runId: wide(200), clientInfo: { name: wide(100), version: '1' } }),
    })
  }
  await api.updateGoal({
    params: { goalId: goal.id },
    body: {
      title: 'Απάντηση σε δύο μέρες',
      detailedDescription: `${markdown}${wide(300)}`,
      labelIds: labelIds.slice(0, -1),
      cadence: { everyDays: 14 },
      timeframe: { kind: 'deadline', targetDate: '2026-02-01' },
      criteria: [
        { id: criterion?.id, title: 'Διάμεσος', description: wide(300) },
        { id: otherCriterion?.id, title: wide(200), description: wide(300) },
      ],
      measures: [
        { id: measure?.id, title: 'Διάμεσος', unit: 'λ', start: 60, target: 30 },
        { id: otherMeasure?.id, title: wide(199), unit: wide(20), start: 1, target: 2 },
      ],
    },
  })
  await api.updateGoal({ params: { goalId: goal.id }, body: { title: wide(200) } })
  return goal.id
}

/** An agent claims the goal, and asks: a question with options, one without, and one that is answered. Returns the id of the second. */
async function workOn({ service }: World, { api }: Session, goalId: string): Promise<string> {
  const token = await createToken({ api }, ['goals:read:all', 'goals:write:all'], {
    name: wide(100),
    kind: 'agent',
  })
  const agent = programWith(service, token)
  const params = { goalId }
  await agent.claimGoal({
    params,
    body: {
      runId: wide(200),
      externalUrl: `https://${wideInAddress(60)}.example.com/${wideInAddress(500)}`,
      note: wide(500),
      leaseSeconds: 86_400,
    },
  })
  const options = [...Array(6).keys()].map((index) => `${index}${wide(99)}`)
  const [answered, , open] = await Promise.all([
    agent.askQuestion({ params, body: { text: 'Ναι;', options: ['Ναι', 'Όχι'] } }),
    agent.askQuestion({ params, body: { text: markdown, options } }),
    agent.askQuestion({ params, body: { text: wide(500) } }),
  ])
  await api.answerQuestion({
    params: { goalId, questionId: answered.question.id },
    body: { option: 'Ναι', text: wide(500) },
  })
  return open.question.id
}

/** Comments on the goal and a report, one of them deleted. Returns the id of the first one. */
async function converse({ api }: Session, colleague: Session, goalId: string): Promise<string> {
  const params = { goalId }
  const mentionedUserIds = [colleague.userId]
  const { comment } = await api.createGoalComment({ params, body: { text: markdown, mentionedUserIds } })
  await colleague.api.createGoalComment({ params, body: { text: wide(500), reportRevision: 5 } })
  const { comment: gone } = await colleague.api.createGoalComment({ params, body: { text: 'Ωχ.' } })
  await colleague.api.deleteGoalComment({ params: { goalId, commentId: gone.id } })
  return comment.id
}

/** A tree of five levels, with goals of every kind, some of which wait for others. */
async function publishTree({ api }: Session, blockerId: string): Promise<{ parent: string; child: string }> {
  const report = { summary: 'Έκθεση', details: 'Έκθεση.' }
  let [above, parent, child] = [null as string | null, '', '']
  for (const level of [1, 2, 3, 4, 5]) {
    const goal = await publishGoal(api, 'Κλαδί.', {
      title: level === 3 ? 'Κλαδί' : wide(200),
      parentGoalId: above,
      measures: [{ title: 'Διάμεσος', start: 0, target: 10 }],
      blockedByGoalIds: level === 5 ? [blockerId] : [],
    })
    if (level === 1) parent = goal.id
    if (level === 5) child = goal.id
    const [measure] = goal.measures
    await reportOn(api, goal.id, {
      ...report,
      health: level === 4 ? 'off_track' : 'on_track',
      measurements: [{ measureId: measure?.id ?? '', value: level }],
    })
    above = goal.id
  }
  const more = { parentGoalId: parent, blockedByGoalIds: [child] }
  const paused = await publishGoal(api, 'Κλαδί.', { title: 'Παύση', ...more })
  const done = await publishGoal(api, 'Κλαδί.', { title: 'Τέλος', ...more })
  await reportOn(api, paused.id, { ...report, status: 'paused' })
  await reportOn(api, done.id, { ...report, status: 'completed' })
  // What comes last on home is about goals of their own, in one line each.
  for (const title of ['Αρχή', 'Μέση']) await publishGoal(api, 'Κλαδί.', { title, parentGoalId: parent })
  return { parent, child }
}
