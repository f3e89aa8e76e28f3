/** The index of long texts after a failure at each of its calls, once it is done again. */
import { indexGoals, readDamage } from '@cairn/domain/goals/search/texts/index-texts'
import { createDatabase, type Database } from '@cairn/domain/storage/database/client'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { expect, test } from 'vitest'
import { createGoal, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'

// The test does the indexing behind the answers.
const { service, ada } = await startWithAda({ background: false })
const { database } = service.table
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

/** A database whose call of this number fails, before or after it was made. */
function failingAt(number: number, isMade: boolean): Database {
  let calls = 0
  return createDatabase({
    ...service.table,
    attach: (client) => {
      service.table.attach?.(client)
      const send = client.send.bind(client) as (...parameters: unknown[]) => Promise<unknown>
      client.send = (async (...parameters: unknown[]) => {
        calls++
        const fails = calls === number
        if (fails && !isMade) throw new Error('The call fails.')
        const result = await send(...parameters)
        if (fails) throw new Error('The answer is lost.')
        return result
      }) as never
    },
  })
}

/** The words of all postings of a goal. */
async function postedWords(goalId: string): Promise<string[]> {
  const words: string[] = []
  for await (const page of scanTable(database)) {
    for (const record of page) {
      if (record.__edb_e__ === 'goalTextPosting' && record.g === shortId(goalId)) words.push(String(record.w))
    }
  }
  return words.sort()
}

test.each([false, true])('is whole, whichever call fails (its answer only: %s)', async (isMade) => {
  const { id: goalId } = await createGoal(ada, { title: 'Otters', detailedDescription: 'One two three.' })
  const goal = { organizationId, goalId }
  const params = { goalId }
  let failures = 0
  for (let number = 1; number <= 14; number++) {
    await ada.api.updateGoal({ params, body: { detailedDescription: `One two${number} three${number}.` } })
    if (number === 7) await ada.api.createGoalUpdate({ params, body: reportOf('Seven otters') })
    const interrupted = indexGoals(failingAt(number, isMade), organizationId, [goalId])
    await interrupted.catch(() => failures++)
    await indexGoals(database, organizationId, [goalId])
    expect(await readDamage(database, goal)).toBeNull()
    const words = [`one`, `two${number}`, `three${number}`]
    expect(await postedWords(goalId)).toEqual(expect.arrayContaining(words))
    expect(await postedWords(goalId)).not.toContain(`two${number - 1}`)
  }
  expect(failures).toBeGreaterThan(4)
})
