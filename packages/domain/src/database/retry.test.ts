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

test('a pause that would end after the deadline is unavailable at once, with its cause', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const cause = new Error('a conflict')
  const late = pauseBeforeRetry(withTimeLeft(400), 10, cause)
  await expect(late).rejects.toMatchObject({ code: 'unavailable', cause })
})

test('a pause that ends before the deadline is made', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  await pauseBeforeRetry(withTimeLeft(60_000), 10)
  await pauseBeforeRetry(plain, 1)
})

test('an attempt that lost a race is made again until it did not', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const results = [lostRace, lostRace, 'done', 'never'] as const
  let attempts = 0
  expect(await retryOnLostRace(withTimeLeft(60_000), async () => results[attempts++])).toBe('done')
  expect(attempts).toBe(3)
})

test('an attempt that loses every race is unavailable', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const attempt = async () => lostRace
  await expect(retryOnLostRace(withTimeLeft(30), attempt)).rejects.toMatchObject({ code: 'unavailable' })
})
