import type { Implementation } from '../operation.ts'
import { readPage } from '../page.ts'
import { accessPattern } from '../query-records.ts'
import { goalLabelEntity } from '../table/goal-label.ts'
import { goalLabelOf } from './goal-label-of.ts'

export const listGoalLabels: Implementation<'listGoalLabels'> = async (context, access, { query }) => {
  const { database } = context
  const { organizationId } = access
  const [, page] = await Promise.all([
    access.role,
    readPage(context, query, {
      binding: ['listGoalLabels', organizationId],
      present: (labels) => labels.map(goalLabelOf),
      ...accessPattern(database, goalLabelEntity, 'byName', (entity, options) =>
        entity.query.byName({ organizationId }).params(options),
      ),
    }),
  ])
  return { labels: page.items, nextCursor: page.nextCursor }
}
