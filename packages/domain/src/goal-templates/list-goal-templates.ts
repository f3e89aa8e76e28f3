import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { readLabelDirectory } from '../goals/labels/read-goal-labels.ts'
import type { Implementation } from '../requests/operation.ts'
import { sortableName } from '../storage/database/keys.ts'
import { type Position, queryAllRecords } from '../storage/database/query-records.ts'
import { readPage } from '../storage/pagination/read-page.ts'
import {
  type GoalTemplateRecord,
  goalTemplateEntity,
} from '../storage/table/entities/goal-views/goal-template.ts'
import { shortId } from '../storage/table/short-id.ts'
import { toTemplateResponse } from './template-record.ts'

/** Lists the templates of the organization, sorted by name. There are at most 50, so every page reads all of them. Strongly consistent. */
export const listGoalTemplates: Implementation<'listGoalTemplates'> = async (context, access, { query }) => {
  const { database } = context
  const { organizationId } = access
  const labelsOf = readLabelDirectory(database, organizationId)
  const [, page] = await Promise.all([
    access.membership(),
    readPage<GoalTemplateRecord, GoalTemplate>(context, query, {
      binding: ['listGoalTemplates', organizationId],
      present: async (records) => {
        const ids = new Set(records.flatMap(({ content }) => content.labelIds))
        const labels = await (await labelsOf)([...ids])
        return records.map((record) => toTemplateResponse(record, labels))
      },
      cursorAt: (record) => JSON.stringify(placeOf(record)),
      query: async ({ cursor, limit }) => {
        const after = cursor === null ? undefined : (JSON.parse(cursor) as Place)
        const all = await queryAllRecords(
          database,
          goalTemplateEntity,
          'record',
          { organizationKey: shortId(organizationId) },
          { consistent: true },
        )
        const rest = all
          .toSorted((left, right) => comparePlaces(placeOf(left), placeOf(right)))
          .filter((record) => after === undefined || comparePlaces(placeOf(record), after) > 0)
        const data = rest.slice(0, limit)
        const last = data.at(-1)
        const isEnd = data.length === rest.length || last === undefined
        return { data, cursor: isEnd ? null : (JSON.stringify(placeOf(last)) satisfies Position) }
      },
    }),
    labelsOf,
  ])
  return { templates: page.items, nextCursor: page.nextCursor }
}

/** Returns the sort key of a template in the list: its name in lower case, then its id. */
type Place = readonly [name: string, templateKey: string]

const placeOf = ({ name, templateKey }: GoalTemplateRecord): Place => [sortableName(name), templateKey]

function comparePlaces([leftName, leftKey]: Place, [rightName, rightKey]: Place): number {
  if (leftName !== rightName) return Buffer.compare(Buffer.from(leftName), Buffer.from(rightName))
  return leftKey < rightKey ? -1 : Number(leftKey > rightKey)
}
