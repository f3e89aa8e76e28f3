import { accessPattern } from '../database/query-records.ts'
import type { Implementation } from '../operation.ts'
import { readPage } from '../pagination/read-page.ts'
import { goalLabelEntity } from '../table/entities/goal-labels/goal-label.ts'
import { toGoalLabelResponse } from './to-goal-label-response.ts'

export const listGoalLabels: Implementation<'listGoalLabels'> = async (context, access, { query }) => {
  const { database } = context
  const { organizationId } = access
  const [, page] = await Promise.all([
    access.role,
    readPage(context, query, {
      binding: ['listGoalLabels', organizationId],
      present: (labels) => labels.map(toGoalLabelResponse),
      ...accessPattern(database, goalLabelEntity, 'byName', { organizationId }),
    }),
  ])
  return { labels: page.items, nextCursor: page.nextCursor }
}
