import type { GoalView } from '@cairn/contract/schemas/goal-views'
import type { Implementation } from '../requests/operation.ts'
import { sortableName } from '../storage/database/keys.ts'
import type { Position } from '../storage/database/query-records.ts'
import { readPage } from '../storage/pagination/read-page.ts'
import type { GoalViewRecord } from '../storage/table/entities/goal-views/goal-view.ts'
import { toGoalViewResponse } from './to-goal-view-response.ts'
import { ownHolder, readViews, sharedHolder } from './view-record.ts'

/**
 * Lists the caller's own views and the shared ones, sorted by name. There are at most 150, so every page reads all of them, with two
 * queries at once, and a cursor names the last one that was returned.
 */
export const listGoalViews: Implementation<'listGoalViews'> = async (context, access, { query }) => {
  const { database } = context
  const { organizationId, user } = access
  const readSorted = async () => {
    const holders = [ownHolder(organizationId, user.id), sharedHolder(organizationId)]
    const views = (await Promise.all(holders.map((holder) => readViews(database, holder)))).flat()
    return views.toSorted((left, right) => comparePlaces(placeOf(left), placeOf(right)))
  }
  const [, page] = await Promise.all([
    access.membership(),
    readPage<GoalViewRecord, GoalView>(context, query, {
      binding: ['listGoalViews', organizationId, user.id],
      present: (views) => views.map(toGoalViewResponse),
      cursorAt: (view) => JSON.stringify(placeOf(view)),
      query: async ({ cursor, limit }) => {
        const after = cursor === null ? undefined : (JSON.parse(cursor) as Place)
        const views = (await readSorted()).filter(
          (view) => after === undefined || comparePlaces(placeOf(view), after) > 0,
        )
        const data = views.slice(0, limit)
        const last = data.at(-1)
        const isEnd = data.length === views.length || last === undefined
        return { data, cursor: isEnd ? null : (JSON.stringify(placeOf(last)) satisfies Position) }
      },
    }),
  ])
  return { goalViews: page.items, nextCursor: page.nextCursor }
}

/** Returns the sort key of a view in the list: its name in lower case, then its id. */
type Place = readonly [name: string, viewKey: string]

const placeOf = ({ name, viewKey }: GoalViewRecord): Place => [sortableName(name), viewKey]

function comparePlaces([leftName, leftKey]: Place, [rightName, rightKey]: Place): number {
  if (leftName !== rightName) return Buffer.compare(Buffer.from(leftName), Buffer.from(rightName))
  return leftKey < rightKey ? -1 : Number(leftKey > rightKey)
}
