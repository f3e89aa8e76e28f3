import { afterEach, expect, test, vi } from 'vitest'
import { createDatabase } from './client.ts'
import { lostRace, pauseBeforeRetry, retryOnLostRace } from './retry.ts'

const plain = createDatabase({
  tableName: 'cairn',
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
const withTimeLeft = (milliseconds: number) => ({ ...plain, deadline: Date.now() + milliseconds })

afterEach(() => {
  vi.restoreAllMocks()
})

test('throws unavailable with its cause, without waiting, if the pause would end after the deadline', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const cause = new Error('a conflict')
  const late = pauseBeforeRetry(withTimeLeft(400), 10, cause)
  await expect(late).rejects.toMatchObject({ code: 'unavailable', cause })
})

test('waits if the pause ends before the deadline', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await pauseBeforeRetry(withTimeLeft(60_000), 10)
  await pauseBeforeRetry(plain, 1)
})

test('repeats an attempt until it does not lose the race', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const results = [lostRace, lostRace, 'done', 'never'] as const
  let attempts = 0
  expect(await retryOnLostRace(withTimeLeft(60_000), async () => results[attempts++])).toBe('done')
  expect(attempts).toBe(3)
})

test('throws unavailable if every attempt loses the race', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const attempt = async () => lostRace
  await expect(retryOnLostRace(withTimeLeft(30), attempt)).rejects.toMatchObject({ code: 'unavailable' })
})
