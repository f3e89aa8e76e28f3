import { maximumResultBytes } from '@cairn/lambda/mcp/results/tool-result'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { reportOf } from '../../support/people/goals.ts'
import { createWorld, type World } from '../../support/people/world.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { callerWith } from './support/call-tools.ts'
import { type Agent, connect, connectEarlier } from './support/clients.ts'

let service: TestService
let world: World<TestService>
let secret: string

beforeAll(async () => {
  service = await startTestService()
  world = await createWorld(service)
  secret = (await createToken(world.owner)).secret
})
afterAll(() => service.stop())

const goalBody = {
  title: 'Answer within a day',
  detailedDescription: 'Answer every support request within a day.',
  timeframe: { kind: 'deadline', targetDate: '2027-06-30' } as const,
  criteria: [{ title: 'A quarter without breach', description: 'No request waits longer than a day.' }],
  measures: [{ title: 'Median hours', unit: 'h', start: 40, target: 8 }],
}

describe.each([
  ['2026-07-28', connect],
  ['2025-11-25', connectEarlier],
])('a client of %s', (version, open) => {
  let agent: Agent
  beforeAll(async () => {
    agent = await open(service.origin, secret)
  })
  afterAll(() => agent.close())

  test('agrees on its version and lists eight tools', async () => {
    expect(agent.version).toBe(version)
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'brief',
      'find_goals',
      'get_goal',
      'publish_goal',
      'edit_goal',
      'report_progress',
      'get_history',
      'manage_labels',
    ])
  })

  test('calls every tool', async () => {
    const published = await agent.callTool('publish_goal', { ...goalBody, title: `Goal of ${version}` })
    expect(published.structuredContent).toMatchObject({ goal: { revision: 1, version: 1 } })
    const { goal } = published.structuredContent as { goal: Published }
    const goalId = goal.id
    const measureId = goal.measures[0]?.id
    const criterionId = goal.criteria[0]?.id

    const reported = await agent.callTool('report_progress', {
      goalId,
      expectedRevision: 1,
      status: 'active',
      health: 'on_track',
      summary: 'Down to 12 hours',
      details: 'The new queue works.',
      measurements: [{ measureId, value: 12 }],
      verdicts: [{ criterionId, result: 'not_met', evidence: [{ title: 'Board', text: '12 h' }] }],
      evidence: [{ title: 'Board', url: 'https://example.com/board' }],
      runId: '4711',
    })
    expect(reported.structuredContent).toMatchObject({ update: { revision: 2, version: 2 } })

    const edited = await agent.callTool('edit_goal', { goalId, expectedVersion: 2, title: `New ${version}` })
    expect(edited.structuredContent).toMatchObject({ goal: { version: 3, title: `New ${version}` } })

    const read = await agent.callTool('get_goal', { goalId })
    expect(read.structuredContent).toMatchObject({
      goal: {
        id: goalId,
        owner: { name: 'Ada' },
        criteria: [{ verdict: { result: 'not_met', by: 'Ada' } }],
        measures: [{ current: { value: 12 } }],
      },
    })
    const found = await agent.callTool('find_goals', { q: `New ${version}`, owner: 'me', status: ['active'] })
    expect(found.structuredContent).toMatchObject({
      goals: [
        {
          id: goalId,
          owner: 'Ada',
          criteria: '0/1',
          match: { where: 'title', text: `New ${version}` },
        },
      ],
      nextCursor: null,
    })
    const reports = await agent.callTool('get_history', { goalId })
    expect(reports.structuredContent).toMatchObject({
      entries: [
        { revision: 2, by: expect.stringMatching(/\(run 4711\) for Ada$/), verdicts: { not_met: 1 } },
        { revision: 1, summary: 'Goal published' },
      ],
    })
    const report = await agent.callTool('get_history', { goalId, entry: 2 })
    expect(report.structuredContent).toMatchObject({ entry: { verdicts: [{ criterionId }] } })
    const edits = await agent.callTool('get_history', { goalId, kind: 'edits' })
    expect(edits.structuredContent).toMatchObject({
      entries: [{ version: 3, fields: { title: { to: `New ${version}` } } }],
    })

    const created = await agent.callTool('manage_labels', { action: 'create', name: `Label ${version}` })
    const { label } = created.structuredContent as { label: { id: string } }
    const labels = await agent.callTool('manage_labels', { action: 'list' })
    expect(labels.structuredContent).toMatchObject({ labels: expect.arrayContaining([label]) })
    await agent.callTool('manage_labels', { action: 'update', labelId: label.id, color: '#0a0' })
    const deleted = await agent.callTool('manage_labels', { action: 'delete', labelId: label.id })
    expect(deleted.structuredContent).toMatchObject({ deleted: true })

    const brief = await agent.callTool('brief')
    expect(brief.structuredContent).toMatchObject({
      goals: expect.arrayContaining([expect.objectContaining({ id: goalId, revision: 2, version: 3 })]),
    })
    for (const { content, structuredContent, isError } of [published, reported, read, found, report, brief]) {
      expect(isError).toBeUndefined()
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
      expect(structuredContent.notice).toMatch(/data/)
      expect(Buffer.byteLength(JSON.stringify({ content, structuredContent }))).toBeLessThan(
        maximumResultBytes,
      )
    }
  })
})

test('find_goals says where the words are, as data, and how to read the rest', async () => {
  const agent = callerWith(service, { secret })
  const { api } = world.owner
  const { goal } = await api.createGoal({
    body: { ...goalBody, detailedDescription: `In the woods of Timbuktu, ${'far away, '.repeat(20)}` },
  })
  const params = { goalId: goal.id }
  await api.createGoalUpdate({ params, body: reportOf('A quokka was seen') })
  await api.createGoalComment({ params, body: { text: 'Near the baobab.' } })
  const find = async (input: object) => (await agent.call('find_goals', input)).structuredContent
  const {
    notice,
    goals: [found],
  } = await find({ q: 'timbu' })
  expect(notice).toMatch(/data/)
  expect(found.match).toEqual({
    where: 'description',
    text: expect.stringMatching(/^In the woods of Timbuktu, .*…$/),
  })
  expect(await find({ q: 'quokka' })).toMatchObject({
    goals: [{ match: { where: 'report', text: expect.stringContaining('A quokka was seen') } }],
  })
  expect(await find({ q: 'baob' })).toMatchObject({
    goals: [{ match: { where: 'comment', text: 'Near the baobab.' } }],
  })
  expect((await find({ limit: 1 })).goals[0]).not.toHaveProperty('match')
})

type Published = { id: string; criteria: { id: string }[]; measures: { id: string }[] }
