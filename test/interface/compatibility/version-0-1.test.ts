/**
 * Clients of version 0.1 keep working: the responses that it gave, recorded in `responses-0.1.json`, are part of today's.
 * Fields were only added.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createClock } from '../../support/service/clock.ts'
import { type Recorded, replay } from './replay.ts'

const clock = createClock()
const { send } = await startWithAda({ clock: clock.read })
const before: Recorded[] = JSON.parse(readFileSync(new URL('responses-0.1.json', import.meta.url), 'utf8'))
const now = await replay(send, clock)

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Today's id of each recorded one. */
const ids = new Map<string, string>()

/** Whether two texts are the same but for their ids, and each id stands for the same thing everywhere. */
function isSameText(recorded: string, actual: string): boolean {
  if (recorded.replaceAll(uuids, '…') !== actual.replaceAll(uuids, '…')) return false
  const actualIds = actual.match(uuids) ?? []
  return (recorded.match(uuids) ?? []).every((id, index) => {
    const actualId = ids.get(id) ?? actualIds[index] ?? ''
    ids.set(id, actualId)
    return actualId === actualIds[index]
  })
}

/** Every difference but added fields, as a path and both values. */
function differences(recorded: unknown, actual: unknown, path: string): string[] {
  if (path.endsWith('.nextCursor') && typeof recorded === 'string') {
    return typeof actual === 'string' ? [] : [`${path}: no cursor`]
  }
  // For people: what a parameter accepts has grown.
  if (/\.details\.\d+\.message$/.test(path)) return typeof actual === 'string' ? [] : [`${path}: no text`]
  if (Array.isArray(recorded)) {
    if (!Array.isArray(actual) || actual.length !== recorded.length) return [`${path}: another length`]
    return recorded.flatMap((one, index) => differences(one, actual[index], `${path}.${index}`))
  }
  if (typeof recorded === 'object' && recorded !== null) {
    const fields = Object(actual) as Record<string, unknown>
    return Object.entries(recorded).flatMap(([name, value]) =>
      differences(value, fields[name], `${path}.${name}`),
    )
  }
  const isSame =
    typeof recorded === 'string' && typeof actual === 'string'
      ? isSameText(recorded, actual)
      : Object.is(recorded, actual)
  return isSame ? [] : [`${path}: ${JSON.stringify(recorded)}, now ${JSON.stringify(actual)}`]
}

describe('a client of version 0.1', () => {
  it('sends the recorded requests', () => {
    expect(now.map(({ request }) => request)).toEqual(before.map(({ request }) => request))
    expect(before.length).toBeGreaterThan(35)
  })

  it.each(before.map(({ request }, index) => [index, request] as const))(
    '%i gets every field of: %s',
    (index) => {
      expect(differences(before[index], now[index], 'response')).toEqual([])
    },
  )

  it('would notice a field that is gone or has another value', () => {
    const [, created] = before
    const without = structuredClone(now[1]) as { body: { goal: Record<string, unknown> } }
    delete without.body.goal.health
    expect(differences(created, without, 'response')).toEqual([
      'response.body.goal.health: null, now undefined',
    ])
    without.body.goal.health = 'on_track'
    expect(differences(created, without, 'response')).toHaveLength(1)
    without.body.goal = { ...without.body.goal, health: null, id: '00000000-0000-4000-8000-000000000000' }
    expect(differences(created, without, 'response')).toHaveLength(1)
  })
})
