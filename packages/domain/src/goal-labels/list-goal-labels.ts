import type { Implementation } from '../requests/operation.ts'
import { accessPattern } from '../storage/database/query-records.ts'
import { readPage } from '../storage/pagination/read-page.ts'
import { goalLabelEntity } from '../storage/table/entities/goal-labels/goal-label.ts'
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
