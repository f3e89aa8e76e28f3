import type { Context } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'

export async function deleteGoal(context: Context, goalId: string): Promise<void> {
  const { cairn } = await context.connect()
  const params = { goalId }
  const { goal } = await cairn.getGoal({ params })
  await cairn.deleteGoal({ params })
  if (context.json) return context.printJson({ goal })
  await context.print(`Deleted "${oneLine(goal.title)}".`)
}
