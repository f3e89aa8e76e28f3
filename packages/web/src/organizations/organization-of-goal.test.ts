import { describe, expect, test } from 'vitest'
import { organizationOfGoal } from './organization-of-goal.ts'

const candidates = ['likeliest', 'b', 'c', 'd', 'e', 'f', 'g'] as const

/** A service with the goal in `home`. `asked` collects the requests of each batch. */
function serviceWith(home: string | undefined) {
  const asked: string[][] = []
  let batch: string[] | undefined
  async function isIn(organizationId: string, goalId: string): Promise<boolean> {
    expect(goalId).toBe('goal')
    if (!batch) {
      batch = []
      asked.push(batch)
    }
    batch.push(organizationId)
    await new Promise((resolve) => setImmediate(resolve))
    batch = undefined
    return organizationId === home
  }
  return { asked, isIn }
}

describe('finding the organization of a goal', () => {
  test('asks only the most likely one if the goal is there', async () => {
    const { asked, isIn } = serviceWith('likeliest')
    expect(await organizationOfGoal('goal', candidates, isIn)).toBe('likeliest')
    expect(asked).toEqual([['likeliest']])
  })

  test('asks the others in batches until the goal is found', async () => {
    const { asked, isIn } = serviceWith('d')
    expect(await organizationOfGoal('goal', candidates, isIn)).toBe('d')
    expect(asked).toEqual([['likeliest'], ['b', 'c', 'd', 'e']])
  })

  test('returns undefined if the goal is nowhere', async () => {
    const { asked, isIn } = serviceWith(undefined)
    expect(await organizationOfGoal('goal', candidates, isIn)).toBeUndefined()
    expect(asked).toEqual([['likeliest'], ['b', 'c', 'd', 'e'], ['f', 'g']])
  })

  test('throws if the service is unavailable', async () => {
    const isIn = async (organizationId: string) => {
      if (organizationId === 'c') throw new Error('unavailable')
      return false
    }
    await expect(organizationOfGoal('goal', candidates, isIn)).rejects.toThrow('unavailable')
  })
})
