import { tools } from '@cairn/contract/mcp/tools'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { describe, expect, test } from 'vitest'
import { createToken, removeMember } from '../../support/people/api-tokens.ts'
import { createWorld, type Member } from '../../support/people/world.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { callerWith, codeOf } from './support/call-tools.ts'

/** Tools never allow more than the operations that they call. */

const clock = createClock()
const service = stopAfterFile(
  await startTestService({ clock: clock.read, environment: { RATE_LIMITS: 'off' } }),
)
const world = await createWorld(service)
const { owner, member, colleague, stranger } = world

const agentOf = async (person: Member, scopes?: ApiTokenScope[]) =>
  callerWith(service, await createToken(person, scopes))
const goalOf = async ({ api }: Member, title = 'Goal') => {
  const { goal } = await api.createGoal({
    body: { title, detailedDescription: 'Text', timeframe: { kind: 'continuous' } },
  })
  return goal.id
}

/** A call of every tool, with arguments that are right if the goal and the label exist. */
const callsOn = (goalId: string, labelId: string): [string, object][] => [
  ['brief', {}],
  ['find_goals', {}],
  ['get_goal', { goalId }],
  ['publish_goal', { detailedDescription: 'New', timeframe: { kind: 'continuous' } }],
  ['edit_goal', { goalId, expectedVersion: 1, title: 'New' }],
  ['report_progress', { goalId, expectedRevision: 1, status: 'active', summary: 'S', details: 'D' }],
  ['get_history', { goalId }],
  ['get_history', { goalId, kind: 'edits' }],
  ['get_history', { goalId, entry: 1 }],
  ['get_history', { goalId, kind: 'edits', entry: 2 }],
  ['manage_labels', { action: 'list' }],
  ['manage_labels', { action: 'create', name: 'New' }],
  ['manage_labels', { action: 'update', labelId, name: 'Renamed' }],
  ['manage_labels', { action: 'delete', labelId }],
]
const toolNames = Object.keys(tools)

describe('scopes', () => {
  const read = ['brief', 'find_goals', 'get_goal', 'get_history']
  const write = ['publish_goal', 'edit_goal', 'report_progress']

  test.each<[ApiTokenScope[], string[]]>([
    [['goals:read'], read],
    [['goals:read:all'], read],
    [['goals:write'], write],
    [['goals:write:all'], write],
    [['labels:read'], ['manage_labels']],
    [['labels:write'], ['manage_labels']],
    [['goals:read', 'goals:write', 'labels:read'], toolNames],
  ])('%j list the tools that they allow, and refuse the others', async (scopes, allowed) => {
    const agent = await agentOf(owner, scopes)
    expect((await agent.tools()).toSorted()).toEqual(allowed.toSorted())
    for (const [name, input] of callsOn(crypto.randomUUID(), crypto.randomUUID())) {
      const code = codeOf(await agent.call(name, input))
      if (allowed.includes(name) && name !== 'manage_labels')
        expect(code, name).not.toBe('insufficient_scope')
      if (!allowed.includes(name)) expect(code, name).toBe('insufficient_scope')
    }
  })

  test('limit each action on labels', async () => {
    const [reads, writes] = [await agentOf(owner, ['labels:read']), await agentOf(owner, ['labels:write'])]
    for (const [name, input] of callsOn('', crypto.randomUUID())) {
      if (name !== 'manage_labels') continue
      const lists = 'action' in input && input.action === 'list'
      expect(codeOf(await reads.call(name, input)) === 'insufficient_scope').toBe(!lists)
      expect(codeOf(await writes.call(name, input)) === 'insufficient_scope').toBe(lists)
    }
  })
})

describe('a goal of another organization', () => {
  test('does not exist for any tool', async () => {
    const goalId = await goalOf(owner)
    const { label } = await owner.api.createGoalLabel({ body: { name: 'Ours' } })
    await owner.api.updateGoal({ params: { goalId }, body: { title: 'Edited' } })
    const agent = await agentOf(stranger)
    for (const [name, input] of callsOn(goalId, label.id)) {
      if (!('goalId' in input || 'labelId' in input)) continue
      expect(codeOf(await agent.call(name, input)), name).toMatch(/^goal(_label)?_not_found$/)
    }
    expect((await agent.call('find_goals')).structuredContent.goals).toEqual([])
  })

  test('does not exist in another form of its id either', async () => {
    const goalId = (await goalOf(owner)).toUpperCase()
    const agent = await agentOf(stranger)
    for (const id of [goalId, `${goalId}/updates`, '', '..', 'x'.repeat(5_000)]) {
      expect(codeOf(await agent.call('get_goal', { goalId: id }))).toBe('goal_not_found')
      expect(codeOf(await agent.call('get_history', { goalId: id, entry: 1 }))).toBe('goal_not_found')
    }
  })

  test('gives no cursor that works elsewhere', async () => {
    const agent = await agentOf(owner)
    await goalOf(owner)
    await goalOf(owner)
    const { nextCursor } = (await agent.call('find_goals', { limit: 1 })).structuredContent
    const foreign = await (await agentOf(stranger)).call('find_goals', { limit: 1, cursor: nextCursor })
    expect(codeOf(foreign)).toBe('invalid_cursor')
  })
})

describe('the role', () => {
  test('a member may see all goals with the scope, and change only own ones', async () => {
    const goalId = await goalOf(colleague)
    const agent = await agentOf(member)
    expect(codeOf(await agent.call('get_goal', { goalId }))).toBeUndefined()
    expect(codeOf(await agent.call('edit_goal', { goalId, expectedVersion: 1, title: 'No' }))).toBe(
      'permission_denied',
    )
  })

  test('with `goals:read` alone, goals and histories of others do not exist', async () => {
    const goalId = await goalOf(colleague)
    const agent = await agentOf(member, ['goals:read'])
    expect(codeOf(await agent.call('get_goal', { goalId }))).toBe('goal_not_found')
    expect(codeOf(await agent.call('get_history', { goalId }))).toBe('goal_not_found')
    expect(codeOf(await agent.call('get_history', { goalId, entry: 1 }))).toBe('goal_not_found')
  })

  test('a conflict shows nothing that the token may not read', async () => {
    const goalId = await goalOf(member)
    await member.api.updateGoal({ params: { goalId }, body: { detailedDescription: 'Unread' } })
    const agent = await agentOf(member, ['goals:write'])
    const refused = await agent.call('edit_goal', { goalId, expectedVersion: 1, title: 'New' })
    expect(refused.structuredContent).toMatchObject({
      error: { code: 'goal_version_conflict', conflict: { updates: [], edits: [], truncated: true } },
    })
    expect(JSON.stringify(refused)).not.toContain('Unread')
  })

  test('a token for some goals sees and changes these only', async () => {
    const [goalId, otherId] = [await goalOf(owner), await goalOf(owner)]
    const { secret } = await owner.api.createApiToken({
      body: { name: 'One', scopes: ['goals:read:all', 'goals:write:all'], goalIds: [goalId] },
    })
    const agent = callerWith(service, { secret })
    expect(codeOf(await agent.call('get_goal', { goalId }))).toBeUndefined()
    for (const [name, input] of callsOn(otherId, crypto.randomUUID())) {
      if ('goalId' in input) expect(codeOf(await agent.call(name, input)), name).toBe('goal_not_found')
    }
    const { goals } = (await agent.call('find_goals')).structuredContent
    expect(goals.map(({ id }: { id: string }) => id)).toEqual([goalId])
  })
})

describe('what ends a token ends its next call', () => {
  const refusalOf = async (agent: ReturnType<typeof callerWith>) => {
    const [list, call] = await Promise.all([
      agent.ask('tools/list'),
      agent.ask('tools/call', { name: 'brief', arguments: {} }),
    ])
    return [list.status, call.status, (call.body as { error: string }).error]
  }

  test('revocation', async () => {
    const token = await createToken(owner)
    const agent = callerWith(service, token)
    await agent.call('brief')
    await owner.api.revokeApiToken({ params: { tokenId: token.id } })
    expect(await refusalOf(agent)).toEqual([401, 401, 'invalid_api_token'])
  })

  test('expiry', async () => {
    const agent = callerWith(service, await createToken(owner, ['goals:read'], { expiresInDays: 1 }))
    await agent.call('brief')
    clock.advance({ days: 1 })
    expect(await refusalOf(agent)).toEqual([401, 401, 'invalid_api_token'])
  })

  test('the end of the membership', async () => {
    const agent = await agentOf(colleague)
    await agent.call('brief')
    await removeMember(service, colleague.userId, colleague.organizationId)
    for (const [name, input] of callsOn(crypto.randomUUID(), crypto.randomUUID())) {
      expect(codeOf(await agent.call(name, input)), name).toBe('permission_denied')
    }
    for (const method of ['tools/list', 'server/discover']) {
      expect(await agent.ask(method)).toMatchObject({ status: 403, body: { error: 'permission_denied' } })
    }
  })
})
