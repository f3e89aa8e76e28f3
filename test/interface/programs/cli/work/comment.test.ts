import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../../support/people/api-tokens.ts'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import { join } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { createMachine } from '../../support/command.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const ben = await signInAs('Ben')
await join(ada, ben)
const { secret } = await createToken(ada, undefined, { name: 'Planner' })
const { cairn } = stopAfterFile(await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }))

let goalId = ''
beforeEach(async () => {
  goalId = (await createGoal(ada, { title: 'A wood', ownerUserId: ada.userId })).id
})

const commentsOn = async () => (await ada.api.listGoalComments({ params: { goalId } })).comments

async function jsonOf(...parameters: string[]) {
  const { code, stdout, stderr } = await cairn([...parameters, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('a comment', () => {
  it('is written, and the command says how many are told', async () => {
    const { code, stdout } = await cairn(['comment', goalId, 'Well **done**.', '--mention=Ben'])
    const [comment] = await commentsOn()
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Commented. 1 person is told.\n${comment?.id}\n`,
    })
    expect(comment).toMatchObject({ text: 'Well **done**.', mentionedUserIds: [ben.userId] })
    expect((await cairn(['comment', goalId, 'Nobody'])).stdout).toContain('1 person is told')
    const written = await jsonOf('comment', goalId, 'On a report', '--revision=1')
    expect(written).toEqual({
      comment: (await commentsOn()).find(({ text }) => text === 'On a report'),
      notifiedUserIds: [ben.userId],
    })
    expect(written.comment.reportRevision).toBe(1)
  })

  it('comes from standard input, once under one key', async () => {
    for (const parameters of [
      ['comment', goalId, '-'],
      ['comment', goalId],
    ]) {
      await cairn([...parameters, '--key=job-1'], { input: 'Two\nlines' })
    }
    expect(await commentsOn()).toMatchObject([{ text: 'Two\nlines' }])
    const other = await cairn(['comment', goalId, '-', '--key=job-1'], { input: 'Another' })
    expect(other.code).toBe(5)
  })

  it.each([
    [['--revision=9'], 1, '--revision: '],
    [['--mention=Nobody'], 2, 'Nobody'],
    [['--mention=email:none'], 1, '--mention: '],
  ])('with %s is refused with %i', async (options, code, words) => {
    const refused = await cairn(['comment', goalId, 'Text', ...options])
    expect(refused.code).toBe(code)
    expect(refused.stderr).toContain(words)
    expect(await commentsOn()).toEqual([])
  })

  it('needs its scope', async () => {
    const { secret: other } = await createToken(ada, ['goals:read', 'goals:write'])
    const machine = await createMachine({ CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: other })
    const refused = await machine.cairn(['comment', goalId, 'Text'])
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('comments:write')
    await machine.stop()
  })
})

describe('comments', () => {
  it('are between the entries of the history, in the order of time, and deleted ones have no words', async () => {
    const params = { goalId }
    clock.advance({ milliseconds: 60_000 })
    await ben.api.createGoalComment({ params, body: { text: 'First\nof two', reportRevision: 1 } })
    clock.advance({ milliseconds: 60_000 })
    const { comment: gone } = await ben.api.createGoalComment({ params, body: { text: 'Unsaid' } })
    await ben.api.deleteGoalComment({ params: { goalId, commentId: gone.id } })
    clock.advance({ milliseconds: 60_000 })
    await ada.api.createGoalUpdate({ params, body: reportOf('Planted') })
    clock.advance({ milliseconds: 60_000 })
    await cairn(['comment', goalId, 'Last'])
    const { stdout } = await cairn(['history', goalId])
    const places = [
      'Goal published',
      'Comment on revision 1  Ben',
      'First',
      'of two',
      '(deleted)',
      'Planted',
      'Planner',
      'Last',
    ]
    const found = places.map((words) => stdout.indexOf(words))
    expect(found).toEqual(found.toSorted((left, right) => left - right))
    expect(found).not.toContain(-1)
    expect(stdout).not.toContain('Unsaid')
    const { comments } = await jsonOf('history', goalId)
    expect(comments).toEqual(await commentsOn())
    const show = await cairn(['goal', 'show', goalId])
    expect(show.stdout).toContain('Comments')
    expect(show.stdout).toContain('Last')
  })

  it('are in an export, without the words of deleted ones', async () => {
    const params = { goalId }
    await ben.api.createGoalComment({ params, body: { text: 'Said' } })
    const { comment: gone } = await ben.api.createGoalComment({ params, body: { text: 'Unsaid' } })
    await ben.api.deleteGoalComment({ params: { goalId, commentId: gone.id } })
    const { stdout } = await cairn(['export'])
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const line = lines.find(({ goal }) => goal?.id === goalId)
    expect(line.comments).toEqual(await commentsOn())
    expect(stdout).not.toContain('Unsaid')
    const { stdout: bare } = await cairn(['export', '--no-history'])
    expect(bare).not.toContain('Said')
  })

  it('cannot send codes to the terminal', async () => {
    const attack = '\u001b[2J\u001b]0;owned\u0007\u202edet\u0000'
    await ben.api.createGoalComment({ params: { goalId }, body: { text: `Hello ${attack}` } })
    for (const command of ['history', 'goal show']) {
      const { stdout } = await cairn([...command.split(' '), goalId])
      expect(stdout).toContain('Hello')
      for (const code of ['\u0000', '\u0007', '\u001b', '\u202e']) expect(stdout).not.toContain(code)
    }
  })
})
