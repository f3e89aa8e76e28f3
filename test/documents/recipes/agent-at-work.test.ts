import { readFileSync } from 'node:fs'
import { serverNames } from '@cairn/contract/mcp/agent-setup'
import { workTools } from '@cairn/contract/mcp/work-tools'
import { expect, it } from 'vitest'
import { connect } from '../../interface/mcp/support/clients.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'

/** The recipe for one agent that works through goals, followed by an agent that knows only its prompt. */

const readme = new URL('../../../packages/contract/recipes/coding-agent/README.md', import.meta.url)
const [, section = ''] = readFileSync(readme, 'utf8').split('## One agent that works through goals')
const { service, ada } = await startWithAda()

it('names tools, a server and scopes that exist', () => {
  const names = [...section.matchAll(/`([a-z]+_[a-z]+)`/g)].map(([, name = '']) => name)
  expect(names).toContain('next_goal')
  for (const name of names) expect(Object.keys(workTools)).toContain(name)
  expect(section).toContain(`\`<CAIRN_ORIGIN>/mcp/work\``)
  expect(section).toContain(`\`${serverNames.work}\``)
})

it('has an agent ask before it goes ahead, and hand over what it may not do', async () => {
  for (const title of ['Publish the notes', 'Delete the old site']) {
    await ada.api.createGoal({
      body: { title, detailedDescription: 'Text', timeframe: { kind: 'continuous' } },
    })
  }
  const { secret } = await createToken(ada, ['goals:read', 'goals:write'], { kind: 'agent' })
  const outcomes = new Map<string, string>()
  for (;;) {
    // A new connection each time: the agent may have died in between.
    const agent = await connect(service.origin, secret, fetch, '/mcp/work')
    const call = async (name: string, input: object) => {
      const { structuredContent, isError } = await agent.callTool(name, input)
      expect(isError, JSON.stringify(structuredContent)).toBeUndefined()
      return structuredContent as Record<string, never>
    }
    const { goal, claim } = (await call('next_goal', {})) as unknown as Taken
    if (goal === null) {
      await agent.close()
      break
    }
    const held = { goalId: goal.id, fence: claim.fence }
    const question = { goalId: goal.id, text: 'May I go ahead with it?', options: ['Yes', 'No'] }
    const asked = (await call('ask_person', question)) as unknown as { question: { id: string } }
    const option = goal.title.startsWith('Publish') ? 'Yes' : 'No'
    const params = { goalId: goal.id, questionId: asked.question.id }
    await ada.api.answerQuestion({ params, body: { option } })
    await call('renew_claim', held)
    const answered = (await call('get_answer', params)) as unknown as Answered
    const isApproved = answered.question.answer.option === 'Yes'
    await call('report_progress', {
      ...held,
      expectedRevision: goal.revision,
      status: isApproved ? 'completed' : 'paused',
      summary: isApproved ? 'Done' : 'Not approved',
      details: 'Text',
      ...(!isApproved && { handoff: 'A person must decide.' }),
    })
    outcomes.set(goal.title, answered.question.answer.option)
    await agent.close()
  }
  expect(outcomes).toEqual(
    new Map([
      ['Publish the notes', 'Yes'],
      ['Delete the old site', 'No'],
    ]),
  )
  const { goals } = await ada.api.listGoals()
  expect(goals.map(({ title, status, claim }) => [title, status, claim]).toSorted()).toEqual([
    ['Delete the old site', 'paused', null],
    ['Publish the notes', 'completed', null],
  ])
})

type Taken = { goal: { id: string; title: string; revision: number } | null; claim: { fence: number } }
type Answered = { question: { answer: { option: string } } }
