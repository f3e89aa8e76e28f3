import type { CairnClient, Goal } from '@cairn/client'
import { CommandError } from '../../exit-codes.ts'

export type LabelImport = {
  add: (label: Goal['labels'][number], key: string) => Promise<void>
  idsOf: (goal: Goal) => string[]
}

/** Labels are the same if they have the same name without regard to case. */
export async function importLabels(cairn: CairnClient): Promise<LabelImport> {
  const ids = new Map<string, string>()
  for await (const { id, name } of cairn.labels()) ids.set(name.toLowerCase(), id)
  return {
    add: async ({ name, color, description }, idempotencyKey) => {
      if (ids.has(name.toLowerCase())) return
      const { label } = await cairn.createGoalLabel(
        { body: { name, color, description } },
        { idempotencyKey },
      )
      ids.set(name.toLowerCase(), label.id)
    },
    idsOf: ({ labels, title }) =>
      labels.map(({ name }) => {
        const id = ids.get(name.toLowerCase())
        if (id === undefined) throw new CommandError(`The export lacks the label "${name}" of "${title}".`)
        return id
      }),
  }
}
