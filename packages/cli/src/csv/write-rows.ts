import type { CreateGoalRequest } from '@cairn/client'
import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { refusalReason } from '../transfer/refusal.ts'
import { createRow, finishRow, isUntouched, type Writer } from './organization/create-goal.ts'
import type { KnownRow } from './organization/existing-goals.ts'
import { bodyOf, type NewRow, type NewRows } from './organization/new-rows.ts'
import {
  type GoalIds,
  isUnfinished,
  missingRelations,
  type RelatedRow,
  relationFields,
  setBlockers,
} from './organization/relations.ts'
import { type Result, resultOf } from './results.ts'
import type { Remark } from './table/read-row.ts'

type Written = { results: Result[]; remarks: Remark[] }

/** Creates the goals of new rows, and finishes those that an interrupted import has left. */
export async function writeRows(
  context: Context,
  writer: Writer,
  related: readonly RelatedRow[],
  { rows, labels }: NewRows,
): Promise<Written> {
  const fresh = new Map(rows.map((row) => [row.key, row]))
  const ids: GoalIds = new Map(
    related.flatMap(({ row }) => (row.existing ? [[row.key, row.existing.id]] : [])),
  )
  const results: Result[] = []
  const remarks: Remark[] = []
  try {
    await labels.create()
    for (const { row } of related.filter(({ row: { existing } }) => existing)) {
      await finishRow(writer, row)
      results.push(resultOf('existing')(row))
    }
    for (const each of related) {
      const row = fresh.get(each.row.key)
      if (!row) continue
      const result = await createOrRefuse(writer, row, {
        ...bodyOf(row, labels),
        ...relationFields(each.relations, ids),
      })
      if (result.goalId !== null) ids.set(row.key, result.goalId)
      results.push(result)
      if (!context.json) await context.print(sentenceOf(result))
    }
    for (const each of related.filter((one) => isUnfinished(one, related))) {
      remarks.push(...(await finishBlockers(writer, each, ids)))
    }
  } catch (error) {
    const created = results.filter(({ outcome }) => outcome === 'created').length
    context.note(`The import stopped after ${created} new goals. The same command goes on with the others.`)
    throw error
  }
  const created = related.filter(({ row }) => fresh.has(row.key) && ids.has(row.key))
  return {
    results: results.sort((left, right) => left.line - right.line),
    remarks: [...created.flatMap((each) => missingRelations(each, ids)), ...remarks],
  }
}

/** Goals that were there before the import are left alone. */
async function finishBlockers(writer: Writer, each: RelatedRow, ids: GoalIds): Promise<Remark[]> {
  const { row } = each
  const goalId = ids.get(row.key)
  if (goalId === undefined) return []
  if (row.existing && !(await isUntouched(writer, row))) return []
  const message = await setBlockers(writer.cairn, each, goalId, ids)
  return message === undefined ? [] : [{ line: row.goal.line, column: null, message }]
}

function sentenceOf({ title, line, outcome, reason }: Result): string {
  const name = `"${oneLine(title)}"`
  return outcome === 'created'
    ? `Created ${name}.`
    : `Not created: ${name} of line ${line}: ${oneLine(reason ?? '')}`
}

async function createOrRefuse(writer: Writer, row: NewRow, body: CreateGoalRequest): Promise<Result> {
  try {
    const { id } = await createRow(writer, row, body)
    return { ...resultOf('created')(row satisfies KnownRow), goalId: id }
  } catch (error) {
    return resultOf('refused', refusalReason(error))(row)
  }
}
