import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { api } from '../../../../data/api/client.ts'

const maximumNameLength = 100

/** Saves what a goal says as a template of the organization. Returns its name: the title, as far as it fits. */
export async function saveTemplate({
  title,
  detailedDescription,
  labels,
  cadence,
  criteria,
  measures,
}: Goal): Promise<string> {
  const name = [...title].slice(0, maximumNameLength).join('')
  await api.createGoalTemplate({
    body: {
      name,
      title,
      detailedDescription,
      labelIds: labels.map(({ id }) => id),
      cadence,
      criteria: criteria.map((criterion) => ({
        title: criterion.title,
        description: criterion.description,
      })),
      measures: measures.map(({ title: measure, unit, start, target }) => ({
        title: measure,
        unit,
        start,
        target,
      })),
    },
  })
  return name
}
