import type { Implementation } from '../operation.ts'
import { readPage } from '../page.ts'
import { conversionsOf } from '../table/conversions.ts'
import { goalLabelEntity } from '../table/goal-label.ts'
import { goalLabelOf } from './goal-label-of.ts'

export const listGoalLabels: Implementation<'listGoalLabels'> = async (context, access, { query }) => {
  const { database } = context
  const { organizationId } = access
  const [, page] = await Promise.all([
    access.role,
    readPage(context, query, {
      binding: ['listGoalLabels', organizationId],
      query: (options) => goalLabelEntity(database).query.byName({ organizationId }).go(options),
      cursorAt: (label) =>
        conversionsOf(goalLabelEntity(database)).byAccessPattern.byName.fromComposite.toCursor(label),
    }),
  ])
  return { labels: page.items.map(goalLabelOf), nextCursor: page.nextCursor }
}
