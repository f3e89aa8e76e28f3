import { describe, expect, test } from 'vitest'
import { organizationOfGoal } from './organization-of-goal.ts'

const candidates = ['likeliest', 'b', 'c', 'd', 'e', 'f', 'g'] as const

/** A service that has the goal in `home`; `asked` grows by what is asked at the same time. */
function serviceWith(home: string | undefined) {
  const asked: string[][] = []
  let underWay: string[] | undefined
  async function isIn(organizationId: string, goalId: string): Promise<boolean> {
    expect(goalId).toBe('goal')
    if (!underWay) {
      underWay = []
      asked.push(underWay)
    }
    underWay.push(organizationId)
    await new Promise((resolve) => setImmediate(resolve))
    underWay = undefined
    return organizationId === home
  }
  return { asked, isIn }
}

describe('a goal without an organization in its link', () => {
  test('is mostly where the tab is: nobody else is asked', async () => {
    const { asked, isIn } = serviceWith('likeliest')
    expect(await organizationOfGoal('goal', candidates, isIn)).toBe('likeliest')
    expect(asked).toEqual([['likeliest']])
  })

  test('is looked for a few at a time until it is found', async () => {
    const { asked, isIn } = serviceWith('d')
    expect(await organizationOfGoal('goal', candidates, isIn)).toBe('d')
    expect(asked).toEqual([['likeliest'], ['b', 'c', 'd', 'e']])
  })

  test('may be nowhere', async () => {
    const { asked, isIn } = serviceWith(undefined)
    expect(await organizationOfGoal('goal', candidates, isIn)).toBeUndefined()
    expect(asked).toEqual([['likeliest'], ['b', 'c', 'd', 'e'], ['f', 'g']])
  })

  test('is not said to be nowhere when the service cannot tell', async () => {
    const isIn = async (organizationId: string) => {
      if (organizationId === 'c') throw new Error('unavailable')
      return false
    }
    await expect(organizationOfGoal('goal', candidates, isIn)).rejects.toThrow('unavailable')
  })
})
