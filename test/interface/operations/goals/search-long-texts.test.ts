/** `q` finds words of long texts, and says where: on one machine, where they are indexed before the next search. */
import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { join } from '../../../support/people/invite.ts'
import type { Browser } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const { service, ada, signInAs } = await startWithAda()
const { database } = service.table
const bob = await signInAs('Bob')
await join(ada, bob)

type Api = Pick<Browser, 'api'>

/** Returns what a search finds, last changed first: `title (where: text)`. */
async function find(q: string, { api }: Api = ada): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await api.listGoals({ query: { q, view: 'summary', limit: 50, ...(cursor && { cursor }) } })
    for (const goal of page.goals) {
      if (!('match' in goal) || goal.match === undefined) throw new Error('The match is missing.')
      found.push(`${goal.title} (${goal.match.where}: ${goal.match.text})`)
    }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

const report = (goalId: string, summary: string, details: string, revision: number) =>
  ada.api.createGoalUpdate({
    params: { goalId },
    body: { ...reportOf(summary, { expectedRevision: revision }), summary, details },
  })

describe('a search', () => {
  it('finds words of descriptions, criteria and reports, and says where', async () => {
    const labelId = await createLabel(ada, 'Zoology')
    const goal = await createGoal(ada, {
      title: 'Otters',
      detailedDescription: 'We count every otter along the **Mississippi** river this year.',
      criteria: [{ title: 'Volunteers found', description: 'At least ten with a canoe.' }],
      labelIds: [labelId],
    })
    await report(goal.id, 'Half of the brochures printed', 'The printer in Timbuktu was slow.', 1)
    expect(await find('otters')).toEqual(['Otters (title: Otters)'])
    expect(await find('zool')).toEqual(['Otters (label: Zoology)'])
    expect(await find('volunteers')).toEqual([
      'Otters (criterion: Volunteers found At least ten with a canoe.)',
    ])
    expect(await find('CANOE')).toEqual(['Otters (criterion: Volunteers found At least ten with a canoe.)'])
    expect(await find('missis')).toEqual([
      'Otters (description: We count every otter along the **Mississippi** river this year.)',
    ])
    expect(await find('timb')).toEqual([
      'Otters (report: Half of the brochures printed The printer in Timbuktu was slow.)',
    ])
    expect(await find('otters timb canoe')).toEqual([
      'Otters (criterion: Volunteers found At least ten with a canoe.)',
    ])
    expect(await find('otters nowhere')).toEqual([])
    await expectSoundTable(database)
  })

  it('has no match without q, and none in whole goals', async () => {
    const { goals } = await ada.api.listGoals({ query: { view: 'summary' } })
    for (const goal of goals) expect(goal).not.toHaveProperty('match')
    const whole = await ada.api.listGoals({ query: { q: 'otters' } })
    for (const goal of whole.goals) expect(goal).not.toHaveProperty('match')
  })

  it('follows edits, and forgets what was deleted', async () => {
    const goal = await createGoal(ada, { title: 'Paper', detailedDescription: 'A papyrus and a quill.' })
    const params = { goalId: goal.id }
    expect(await find('papyrus')).toEqual(['Paper (description: A papyrus and a quill.)'])
    await ada.api.updateGoal({ params, body: { detailedDescription: 'A parchment and a quill.' } })
    expect(await find('papyrus')).toEqual([])
    expect(await find('quill')).toEqual(['Paper (description: A parchment and a quill.)'])
    await ada.api.updateGoal({
      params,
      body: { criteria: [{ title: 'Bound', description: 'In vellum.' }] },
    })
    expect(await find('vellum')).toEqual(['Paper (criterion: Bound In vellum.)'])
    await ada.api.updateGoal({ params, body: { criteria: [] } })
    expect(await find('vellum')).toEqual([])
    await report(goal.id, 'Gilded', 'Leafgold everywhere', 1)
    expect(await find('leafgold')).toEqual(['Paper (report: Gilded Leafgold everywhere)'])
    await expectSoundTable(database)
    await ada.api.deleteGoal({ params })
    for (const word of ['quill', 'leafgold', 'parchment']) expect(await find(word)).toEqual([])
    await expectSoundTable(database)
  })

  it('finds words of comments, follows their edits, and forgets deleted ones', async () => {
    const goal = await createGoal(ada, { title: 'Comments' })
    const params = { goalId: goal.id }
    const { comment } = await bob.api.createGoalComment({
      params,
      body: { text: 'Is the **flamingo** pink?' },
    })
    const ids = { ...params, commentId: comment.id }
    expect(await find('flaming')).toEqual(['Comments (comment: Is the **flamingo** pink?)'])
    await bob.api.updateGoalComment({ params: ids, body: { text: 'Is the pelican pink?' } })
    expect(await find('flaming')).toEqual([])
    expect(await find('pelican')).toEqual(['Comments (comment: Is the pelican pink?)'])
    expect(await find('pink')).toEqual(['Comments (comment: Is the pelican pink?)'])
    await expectSoundTable(database)
    await bob.api.deleteGoalComment({ params: ids })
    for (const word of ['pelican', 'pink']) expect(await find(word)).toEqual([])
    for (let index = 0; index < 21; index++) {
      await ada.api.createGoalComment({ params, body: { text: `Remark${index}r` } })
    }
    expect(await find('remark0r')).toEqual([])
    expect(await find('remark1r')).toEqual(['Comments (comment: Remark1r)'])
    await expectSoundTable(database)
  })

  it('searches the newest 20 reports', async () => {
    const goal = await createGoal(ada, { title: 'Diary' })
    for (let revision = 1; revision <= 22; revision++) {
      await report(goal.id, `Day${revision}x`, 'evergreen', revision)
    }
    // Of 23 reports, the publication included, the first three are no longer searched.
    expect(await find('day1x')).toEqual([])
    expect(await find('day2x')).toEqual([])
    expect(await find('day3x')).toEqual(['Diary (report: Day3x evergreen)'])
    expect(await find('day22x')).toEqual(['Diary (report: Day22x evergreen)'])
    expect(await find('evergreen')).toEqual(['Diary (report: Day3x evergreen)'])
    await expectSoundTable(database)
  })

  it('finds the first 200 different words of a text', async () => {
    const words = Array.from({ length: 210 }, (_, index) => `w${index}w`).join(' ')
    await createGoal(ada, { title: 'Long', detailedDescription: `${words} ${words}` })
    expect(await find('w199w')).toHaveLength(1)
    expect(await find('w200w')).toEqual([])
  })

  it('shows at most 200 characters around a word, also of hostile texts', async () => {
    const hostile = `${'lorem '.repeat(60)}needleword ${'<img src=x onerror=alert(1)> \u202e \u001b[31m'.repeat(20)}`
    await createGoal(ada, { title: 'Hostile', detailedDescription: hostile })
    await createGoal(ada, {
      title: 'Huge',
      detailedDescription: `${'😀'.repeat(300)}needleword${'漢'.repeat(300)}`,
    })
    const found = await find('needleword')
    expect(found.length).toBeGreaterThan(0)
    for (const text of found) {
      expect(text.length).toBeLessThan(200 + 30)
      for (const hidden of ['\u202e', '\u001b']) expect(text).not.toContain(hidden)
      expect(text.isWellFormed()).toBe(true)
    }
  })

  it('finds a word of more goals than a search proposes, page by page', async () => {
    for (let index = 0; index < 105; index++) {
      await createGoal(bob, {
        title: `Many ${index}`,
        detailedDescription: 'Everywhere the same: ubiquitous.',
      })
    }
    const found = await find('ubiq')
    expect(found).toHaveLength(105)
    expect(found[0]).toBe('Many 104 (description: Everywhere the same: ubiquitous.)')
    expect(await find('ubiq missis')).toEqual([])
  })

  it('shows nobody the words of another organization, or beyond the sight of a token', async () => {
    const eve = await signInAs('Eve')
    await createGoal(eve, { title: 'Foreign', detailedDescription: 'Of the Mississippi as well.' })
    expect(await find('mississippi', eve)).toEqual(['Foreign (description: Of the Mississippi as well.)'])
    expect(await find('mississippi')).toHaveLength(1)
    const narrow = { api: programWith(service, await createToken(bob, ['goals:read'])) }
    expect(await find('mississippi', narrow)).toEqual([])
    const { goals } = await ada.api.listGoals({ query: { q: 'diary' } })
    const goalIds = goals.map(({ id }) => id)
    const bound = await createToken(ada, ['goals:read:all'], { kind: 'agent', name: 'Bot', goalIds })
    const limited = { api: programWith(service, bound) }
    expect(await find('mississippi', limited)).toEqual([])
    expect(await find('evergr', limited)).toEqual(['Diary (report: Day3x evergreen)'])
  })

  it('ends with what the last of many writers wrote', async () => {
    const goal = await createGoal(ada, { title: 'Busy' })
    const params = { goalId: goal.id }
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        ada.api
          .updateGoal({ params, body: { detailedDescription: `Version number${index} of it.` } })
          .catch(() => undefined),
      ),
    )
    const { goal: last } = await ada.api.getGoal({ params })
    const [word = ''] = /number\d+/.exec(last.detailedDescription) ?? []
    expect(await find('number')).toEqual([`Busy (description: Version ${word} of it.)`])
    await expectSoundTable(database)
  })
})
