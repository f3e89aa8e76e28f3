import { createGoal } from '../../support/people/goals.ts'
import type { Browser } from '../../support/people/sign-in.ts'
import { responseTo } from '../../support/requests/outcomes.ts'

const writers = 3

/**
 * Publishes goals, and changes, labels, reports on and deletes the given ones until it is stopped. Writers conflict with
 * each other and find deleted goals, so every response is fine. `stop` returns how often they wrote.
 */
export function startWriting(
  browser: Browser,
  goalIds: readonly string[],
  labelId: string,
): { stop(): Promise<number> } {
  const { api } = browser
  let isOver = false
  let writes = 0

  async function report(goalId: string, step: number): Promise<void> {
    const params = { goalId }
    const { body } = await responseTo(api.getGoal({ params }))
    if (!body) return
    const { status, revision } = body.goal
    await responseTo(
      api.createGoalUpdate({
        params,
        body: {
          status: status === 'active' ? 'paused' : 'active',
          summary: 'Turned over',
          details: 'As the season asks.',
          expectedRevision: revision,
          idempotencyKey: `step ${step}`,
        },
      }),
    )
  }

  async function write(writer: number): Promise<void> {
    for (let step = writer; !isOver; step += writers) {
      const goalId = goalIds[step % goalIds.length] ?? ''
      const patch = (body: { title: string } | { labelIds: string[]; ownerUserId?: null }) =>
        responseTo(api.updateGoal({ params: { goalId }, body }))
      const work = step % 7
      if (work === 0) await createGoal(browser, step % 2 === 0 ? { labelIds: [labelId] } : {})
      else if (work === 1) await responseTo(api.deleteGoal({ params: { goalId } }))
      else if (work === 2 || work === 3) await report(goalId, step)
      else if (work === 4) await patch({ labelIds: [labelId] })
      else if (work === 5) await patch({ labelIds: [], ownerUserId: null })
      else await patch({ title: `Step ${step}` })
      writes++
    }
  }

  const work = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    stop: async () => {
      isOver = true
      await work
      return writes
    },
  }
}
